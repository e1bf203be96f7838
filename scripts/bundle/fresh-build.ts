/**
 * Where a build is made before it is published: not where servers serve from, because building
 * empties the folder first. On the same disk, so that publishing is renaming.
 */
export const freshBuild = "build/fresh";

/** What the preview's address answers: the drawn page, or why there is none yet. */
export type PreviewAnswer = { page: string } | { waitsFor: string };

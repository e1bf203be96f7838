/** The flag of the app's embed, for a store whose policy for content runs no inline script. */
window.__sdrfMode ??= "b";

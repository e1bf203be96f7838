let failures = 0;

/**
 * `import()` of one of the extension's own scripts, which asks for it again after a failure: a browser keeps a failed import under
 * its address until the page is left. The fragment makes another address of it, and the same file of the server.
 */
export function loadModule<M>(url = ""): Promise<M> {
  return import(failures ? `${url}#${failures}` : url).catch((error) => {
    failures += 1;
    throw error;
  });
}

/** What an interface has answered. A test asserts on its shape, so the compiler need not know it. */
// biome-ignore lint/suspicious/noExplicitAny: the one place where this is said for all tests.
export type AnyJson = any;

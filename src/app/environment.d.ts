/** The commit this build is of, put in by vite.config.ts. */
// oxlint-disable-next-line no-underscore-dangle -- spelled as build-time constants are
declare const __GIT_HASH__: string

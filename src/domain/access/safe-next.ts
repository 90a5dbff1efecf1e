/** An origin that can never be ours: whatever resolves away from it would leave the portal. */
const nowhere = 'https://portal.invalid'

// Browsers drop tabs and line breaks inside an address, and read a backslash as a slash: '/\t/evil.example' leaves the site.
// oxlint-disable-next-line no-control-regex
const disguised = /[\u0000-\u001f\u007f\\]/

/**
 * The return address after sign-in, null unless it stays on this origin (P section 2, `next`). A
 * forged link cannot lead away.
 */
export const safeNext = (next: string | null): string | null => {
  if (next === null || !next.startsWith('/') || disguised.test(next)) return null
  if (!URL.canParse(next, nowhere)) return null
  const url = new URL(next, nowhere)
  const address = url.pathname + url.search + url.hash
  // '/.//evil.example' is '//evil.example' once the dots are resolved.
  return url.origin === nowhere && !address.startsWith('//') ? address : null
}

import { Fragment } from 'react'

/** A date, a time with am or pm, a number with its unit (or two, as in durations). */
const together =
  /(\d{2}-[A-Z][a-z]{2}-\d{4}|[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4}|\d{1,2}:\d{2} [AP]M|\d+(?:\.\d+)? (?:d|hr?|min|s|days?|mmHg|%)(?: \d+ (?:hr?|min))?(?![\w]))/

/** Words in which dates, times and numbers with their units never break over two lines. */
export function Kept({ children }: { readonly children: string }) {
  return children.split(together).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
      <span key={at} className="kept">
        {part}
      </span>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of a text have no other name
      <Fragment key={at}>{part}</Fragment>
    ),
  )
}

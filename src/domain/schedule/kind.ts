/** Where among the last check-ups of each type those stand that name none. */
const unnamed = ''

/** Under which key a check-up is remembered as the last of its type. */
export const kindOf = (checkupTypeId: string | null): string => checkupTypeId ?? unnamed

/**
 * Whether a check-up may answer what is asked for: one of that type, or one that names none, which
 * may be of any.
 */
export const isOfKind = (checkupTypeId: string | null, askedTypeId: string): boolean =>
  checkupTypeId === null || checkupTypeId === askedTypeId

/**
 * When the last check-up that may answer ended (epoch milliseconds), out of the last of each kind;
 * null: none is known.
 */
export const latestOfKind = (
  latestByKind: Readonly<Record<string, number>>,
  askedTypeId: string,
): number | null => {
  const found = [latestByKind[askedTypeId], latestByKind[unnamed]].filter((at) => at !== undefined)
  return found.length === 0 ? null : Math.max(...found)
}

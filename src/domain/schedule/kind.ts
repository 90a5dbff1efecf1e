/** The key of check-ups without a type. */
const unnamed = ''

/** Under which key a check-up is remembered as the last of its type. */
export const kindOf = (checkupTypeId: string | null): string => checkupTypeId ?? unnamed

/** Whether a check-up may answer a schedule: of that type, or of none. */
export const isOfKind = (checkupTypeId: string | null, askedTypeId: string): boolean =>
  checkupTypeId === null || checkupTypeId === askedTypeId

/** When the last matching check-up ended (epoch milliseconds); null: none is known. */
export const latestOfKind = (
  latestByKind: Readonly<Record<string, number>>,
  askedTypeId: string,
): number | null => {
  const found = [latestByKind[askedTypeId], latestByKind[unnamed]].filter((at) => at !== undefined)
  return found.length === 0 ? null : Math.max(...found)
}

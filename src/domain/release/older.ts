const parts = (version: string): readonly number[] => version.split('.').map(Number)

/**
 * Whether the release `version` (major.minor.patch) is before `than`. No version is never older.
 */
export const isOlder = (version: string, than: string): boolean => {
  const [mine, theirs] = [parts(version), parts(than)]
  const at = [0, 1, 2].find((place) => mine[place] !== theirs[place])
  return at !== undefined && (mine[at] ?? 0) < (theirs[at] ?? 0)
}

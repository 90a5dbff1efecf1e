/** How often the deployed version is asked for while the tab is active (P265, C487). */
export const versionCheckMs = 60_000

/** True when another release is deployed (C404). Builds outside a checkout have no version. */
export const isNewRelease = (running: string, deployed: string | null): boolean =>
  deployed !== null &&
  deployed !== '' &&
  running !== 'unversioned' &&
  deployed !== 'unversioned' &&
  deployed !== running

/** How often the tabs are asked what goes on in them while a new version waits, milliseconds. */
export const lookAtTabsMs = 5_000

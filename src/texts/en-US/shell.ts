/** What the US edition words differently around every page. */
export const shell = {
  syncCentre: 'Sync center',
  userMenu: {
    actingAs: 'Acting organization',
    switchFailed: 'An error occurred when switching organization',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync center' : `Sync center (${unsent})`),
  },
  signOut: {
    look: 'Open the sync center',
    later: (waiting: number): string =>
      waiting === 1
        ? 'If the server does not take it then, the sync center tells you which record it was, but not its words: after you sign out they cannot be read here.'
        : 'If the server does not take one of them then, the sync center tells you which record it was, but not its words: after you sign out they cannot be read here.',
  },
}

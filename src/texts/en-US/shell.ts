/** What the US edition words differently around every page. */
export const shell = {
  syncCentre: 'Sync center',
  userMenu: {
    actingAs: 'Acting organization',
    switchFailed: 'An error occurred when switching organization',
    sync: (unsent: number): string => (unsent === 0 ? 'Sync center' : `Sync center (${unsent})`),
  },
  signOut: { look: 'Open the sync center' },
}

/** What the US edition words differently around every page. */
export const shell = {
  userMenu: { actingAs: 'Acting organization', switchFailed: 'An error occurred when switching organization' },
}

/** What the US edition words differently on /admin. */
export const internal = {
  subtitle: 'Mails that were not sent, and the users of an organization',
  users: { organization: 'Organization', empty: 'This organization has no users.' },
}

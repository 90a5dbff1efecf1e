/** What the US edition words differently on /terms. */
export const terms = {
  askAdmin:
    'An organization admin or manager must log in and accept the platform terms before you can go on.',
}

/** What the US edition words differently on /account. */
export const account = {
  security: {
    onBody:
      'Two-factor authentication is on. To remove it, contact an admin user within your organization.',
  },
}

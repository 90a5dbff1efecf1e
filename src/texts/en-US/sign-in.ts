/** What the US edition words differently before sign-in. */
export const signIn = {
  emailMalformed: 'Type an e-mail address such as name@organization.example',
  ended: { removed: { title: 'You are no longer a member of this organization' } },
  contactAdmin:
    "If you can't access your authenticator app, please contact an admin user within your organization",
}

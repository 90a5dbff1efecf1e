/** What the US edition words differently before sign-in. */
export const signIn = {
  emailMalformed: 'Type an e-mail address such as name@organization.example',
  contactAdmin: "If you can't access your authenticator app, please contact an admin user within your organization",
}

/** What the US edition words differently before sign-in. */
export const signIn = {
  emailMalformed: 'Type an e-mail address such as name@organization.example',
  ended: {
    disabled: { text: 'Its screens were closed on this device. What you wrote before is kept and sent under your name. Ask an administrator of your organization.' },
    removed: {
      title: 'You are no longer a member of this organization',
      text: 'Its patients were taken off this device. What you wrote before is kept and sent under your name. Sign in to go on in another organization.',
    },
  },
  contactAdmin: "If you can't access your authenticator app, please contact an admin user within your organization",
}

/** Before somebody is moved or admitted to a ward whose patients the user does not see. */
export const outOfSightTexts = {
  warning: (ward: string, after: 'transfer' | 'admission'): string =>
    `You are not assigned to ${ward}. After the ${after} you will no longer see this patient.`,
}

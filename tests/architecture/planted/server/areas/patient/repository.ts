// allowed
export const patients = 1

/** What is said at a target that is none (C427 to C430). */
export const transferErrors = {
  wardRequired: 'Ward selection required',
  sameWard: 'Target ward must be different to current ward admission',
  pathwayRequired: 'Care pathway selection required',
  samePathway: 'Target care pathway must be different to current care pathway admission',
} as const

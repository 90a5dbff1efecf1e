/** One organisation's work failed: the others continue. */
export class OrganizationFailed extends Error {
  readonly organizationId: string
  constructor(organizationId: string, cause: unknown) {
    super('A job failed for an organisation', { cause })
    this.organizationId = organizationId
    this.name = 'OrganizationFailed'
  }
}

/** Does the work of one organisation. @throws OrganizationFailed whatever it throws */
export async function forOrganization<Done>(
  organizationId: string,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work()
  } catch (error) {
    throw new OrganizationFailed(organizationId, error)
  }
}

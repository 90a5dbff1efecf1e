import type { APIRequestContext } from '@playwright/test'
import { graphql, tokenOf } from './portal'

interface Named {
  readonly id: string
  readonly name: string
}

/** Letters from a number, for a name that no other run has. */
export const letters = (value: number): string =>
  Array.from(String(value), (digit) => 'abcdefghij'[Number(digit)]).join('')

/** Registers a patient of one test alone and admits them. @returns their id */
export const admitNewcomer = async (
  request: APIRequestContext,
  account: string,
  names: { readonly first: string; readonly last: string },
  place: { readonly ward: string; readonly carePathway: string },
): Promise<string> => {
  const token = await tokenOf(request, account)
  const { wards, carePathways } = await graphql<{ wards: Named[]; carePathways: Named[] }>(
    request,
    token,
    '{ wards { id name } carePathways { id name } }',
  )
  const { createPatient } = await graphql<{ createPatient: { id: string } }>(
    request,
    token,
    `
      mutation ($first: String!, $last: String!) {
        createPatient(
          type: "elderly"
          firstName: $first
          lastName: $last
          birthDate: "1941-04-05"
          gender: female
        ) {
          id
        }
      }
    `,
    names,
  )
  await graphql(
    request,
    token,
    `
      mutation ($patientId: ID!, $wardId: ID!, $carePathwayId: ID!) {
        admitPatientToWard(patientId: $patientId, wardId: $wardId, carePathwayId: $carePathwayId) {
          id
        }
      }
    `,
    {
      patientId: createPatient.id,
      wardId: wards.find(({ name }) => name === place.ward)?.id,
      carePathwayId: carePathways.find(({ name }) => name === place.carePathway)?.id,
    },
  )
  return createPatient.id
}

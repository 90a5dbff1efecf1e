import { z } from 'zod'
import {
  AssignStaffToWardDocument,
  CreateWardDocument,
  DeleteWardDocument,
  RemoveStaffFromWardDocument,
  UpdateWardDocument,
  WardHeaderDocument,
  WardPatientsDocument,
  WardsDocument,
  WardStaffDocument,
} from '../../../schema/generated/documents/ward'
import {
  wardCapacity,
  wardDetailSchema,
  wardName,
  wardProcedure,
  wardSchema,
  type Ward,
} from '../../domain/ward/ward'
import { defineCall, defineCommand } from '../../engine/define'

/** What is read of wards. */
export type { Ward, WardPatient, WardStaff } from '../../domain/ward/ward'

const lists = ['wards', 'ward', 'wardPatients', 'wardStaff', 'users']
const byId = z.object({ id: z.string().min(1) })
const assignment = z.object({ wardId: z.string().min(1), userId: z.string().min(1) })

/** The wards of the acting organisation, by name. */
export const wards = defineCall({
  name: 'wards',
  document: WardsDocument,
  keeps: true,
  variables: (_input: void) => ({}),
  wire: (answer): readonly Ward[] => z.object({ wards: z.array(wardSchema) }).parse(answer).wards,
})

/** The name of a ward and how many are on it. */
export const ward = defineCall({
  name: 'ward',
  document: WardHeaderDocument,
  keeps: true,
  variables: (input: { readonly id: string }) => input,
  wire: (answer) =>
    z
      .object({
        ward: wardDetailSchema.omit({
          noAnswerProcedure: true,
          createdAt: true,
          updatedAt: true,
          wardPatients: true,
          wardStaff: true,
        }),
      })
      .parse(answer).ward,
})

/** A page of a ward's patients, by name. */
export const wardPatients = defineCall({
  name: 'wardPatients',
  document: WardPatientsDocument,
  variables: (input: { readonly id: string; readonly take: number; readonly skip: number }) =>
    input,
  wire: (answer) => {
    const { ward: found } = z
      .object({
        ward: wardDetailSchema.pick({
          numberOfPatients: true,
          seesPatients: true,
          wardPatients: true,
        }),
      })
      .parse(answer)
    return {
      rows: found.wardPatients,
      total: found.numberOfPatients,
      seesPatients: found.seesPatients,
    }
  },
})

/** Who is assigned to a ward, by name, and how many patients it has. */
export const wardStaff = defineCall({
  name: 'wardStaff',
  document: WardStaffDocument,
  keeps: true,
  variables: (input: { readonly id: string }) => input,
  wire: (answer) =>
    z
      .object({
        ward: wardDetailSchema.pick({ numberOfPatients: true, wardStaff: true }),
      })
      .parse(answer).ward,
})

/** Adds a ward. */
export const createWard = defineCommand({
  name: 'createWard',
  document: CreateWardDocument,
  input: z.object({ name: wardName, capacity: wardCapacity }),
  action: 'ward.create',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ createWard: wardSchema }).parse(answer).createWard }),
  refreshes: lists,
})

/** Changes the name of a ward, its capacity or its procedure. What is left out stays as somebody else made it. */
export const updateWard = defineCommand({
  name: 'updateWard',
  document: UpdateWardDocument,
  input: byId.extend({
    name: wardName.optional(),
    capacity: wardCapacity.optional(),
    noAnswerProcedure: wardProcedure.optional(),
  }),
  action: 'ward.edit',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ updateWard: wardSchema }).parse(answer).updateWard }),
  refreshes: lists,
})

/** Deletes a ward that nobody is admitted or assigned to. */
export const deleteWard = defineCommand({
  name: 'deleteWard',
  document: DeleteWardDocument,
  input: byId,
  action: 'ward.delete',
  variables: (input) => input,
  wire: (answer) => ({ value: z.object({ deleteWard: z.boolean() }).parse(answer).deleteWard }),
  refreshes: lists,
})

/** Assigns a user to a ward. */
export const assignStaffToWard = defineCommand({
  name: 'assignStaffToWard',
  document: AssignStaffToWardDocument,
  input: assignment,
  action: 'ward.assign-staff',
  variables: (input) => input,
  wire: (answer) => ({
    value: z
      .object({ assignStaffToWard: z.object({ assignedAt: z.string().nullable() }) })
      .parse(answer).assignStaffToWard,
  }),
  refreshes: lists,
})

/** Ends the assignment of a user to a ward. */
export const removeStaffFromWard = defineCommand({
  name: 'removeStaffFromWard',
  document: RemoveStaffFromWardDocument,
  input: assignment,
  action: 'ward.assign-staff',
  variables: (input) => input,
  wire: (answer) => ({
    value: z.object({ removeStaffFromWard: z.boolean() }).parse(answer).removeStaffFromWard,
  }),
  refreshes: lists,
})

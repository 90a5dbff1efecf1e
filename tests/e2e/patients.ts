import { demonstrationPatients, type DemonstrationPatient } from '../../server/demonstration/people'

const owned = new Set<string>()

/** A patient of the demonstration for one test alone: what it writes no other test finds. */
const own = (firstName: string, lastName: string): DemonstrationPatient => {
  const found = demonstrationPatients.find(
    (one) => one.firstName === firstName && one.lastName === lastName,
  )
  if (found === undefined) throw new Error(`The demonstration has no ${firstName} ${lastName}`)
  if (owned.has(found.id)) throw new Error(`Two tests own ${firstName} ${lastName}`)
  owned.add(found.id)
  return found
}

/**
 * Which file writes to which patients of the servers that the files share. Reading is free: a test
 * that writes takes a name that stands nowhere here yet.
 */
export const patients = {
  care: {
    watched: own('Olufemi', 'Adebayo'),
    leaving: own('Patrick', "O'Brien"),
    breathless: own('Kathleen', 'McAllister'),
  },
  // Of the Frailty Ward, nurse2's: nobody of it wears an ECG, so what a test sends is all there is.
  drafts: own('Ivor', 'Prosser'),
  ecg: {
    records: {
      normalSlow: own('Edith', 'Thornton'),
      normalFast: own('Edna', 'Thornton'),
      noisy: own('George', 'Whitcombe'),
      bigeminal: own('Stanisław', 'Kowalczyk'),
      ectopic: own('Nasreen', 'Begum'),
    },
    crosshair: own('Beryl', 'Ashworth'),
    offline: own('Thomas', 'Abara'),
    hostile: own('Renée', 'Dubois'),
    printed: own('Chioma', 'Eze'),
  },
  ews: {
    byMouse: own('Zoë', 'Müller-Hartmann'),
    byKeyboard: own('Ffion', 'Llewellyn'),
    byTouch: own('Ravi', 'Subramaniam'),
    failing: own('Jon', 'Smith'),
  },
  hazards: {
    captive: own('Mohammed', 'Al-Rashid'),
    twoTabs: own('Wei', 'Chen'),
    frozen: own('Bartholomew-Alexander', 'Featherstonehaugh-Cholmondley-Smyth'),
    full: own('Harpreet', 'Kaur'),
    takenAway: own('Grace', 'Nwosu'),
    noStorage: own('Dimitrios', 'Papadopoulos'),
    blockedStorage: own('Leon', 'Baptiste'),
    brokenStorage: own('Anneliese', 'Vogt'),
  },
  ingest: own('Jacqueline', 'Beaumont'),
  // Never monitored before.
  monitoring: own('Siobhán', 'O’Brien'),
  // Of Willowbank, the carer's.
  presses: {
    byTouch: own('Winifred', 'Barlow'),
    byKeyboard: own('Cyril', 'Hargreaves'),
  },
  /** Assigned to a practice. */
  patients: own('John', 'Smith'),
  videoCall: own('Susan', 'Kowalski'),
  thread: own('Arthur', 'Pendlebury'),
  // Not monitored: of somebody who is, the wall shows the bucket, whatever a check-up says.
  wall: own('Maeve', 'Gallagher'),
} as const

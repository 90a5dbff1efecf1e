import type { OrganizationKey } from './organizations'

/**
 * What sets a patient apart. `scale2`: NEWS2 SpO2 Scale 2. `oxygen`: OnOxygen flag. `personal`:
 * personal thresholds. `monitored`: sensors. `ecg`: also a waveform. `stale`: silent for 3 days.
 * `silent`: no check-up. `frail`: often a little ill. `steady`: hardly ever. `ectopic`,
 * `fibrillating`: the rhythm. `deteriorating`, `recovering`, `over-treated` (oxygen) and `postural`
 * (a pressure that falls on standing up): what is to be seen now (courses.ts). `other-practice`: not a patient of Eastgate.
 */
export type Trait =
  | 'scale2'
  | 'oxygen'
  | 'personal'
  | 'monitored'
  | 'ecg'
  | 'stale'
  | 'silent'
  | 'frail'
  | 'steady'
  | 'ectopic'
  | 'fibrillating'
  | 'deteriorating'
  | 'recovering'
  | 'over-treated'
  | 'postural'
  | 'other-practice'

export interface RosterRow {
  readonly organization: OrganizationKey
  readonly firstName: string
  readonly lastName: string
  readonly gender: 'male' | 'female'
  readonly birthDate: string
  readonly ward: string | null
  readonly pathway: string
  readonly admittedDaysAgo: number
  readonly conditions: readonly string[]
  readonly traits: readonly Trait[]
}

type Line = readonly [
  firstName: string,
  lastName: string,
  gender: 'm' | 'f',
  birthDate: string,
  pathway: string,
  admittedDaysAgo: number,
  conditions: string,
  traits: string,
]

const isTrait = (text: string): text is Trait => text !== ''
const rows = (
  organization: OrganizationKey,
  ward: string | null,
  lines: readonly Line[],
): readonly RosterRow[] =>
  lines.map(
    ([firstName, lastName, gender, birthDate, pathway, admittedDaysAgo, conditions, traits]) => ({
      organization,
      ward,
      firstName,
      lastName,
      birthDate,
      pathway,
      admittedDaysAgo,
      gender: gender === 'm' ? 'male' : 'female',
      conditions: conditions === '' ? [] : conditions.split(', '),
      traits: traits.split(' ').filter(isTrait),
    }),
  )

export const roster: readonly RosterRow[] = [
  ...rows('riverside', 'Respiratory Ward', [
    [
      'Arthur',
      'Pendlebury',
      'm',
      '1941-03-18',
      'copd',
      34,
      'COPD, Type 2 respiratory failure',
      'scale2 oxygen monitored',
    ],
    ['Siobhán', 'O’Brien', 'f', '1952-11-02', 'respiratory', 31, 'Asthma', ''],
    [
      'Patrick',
      "O'Brien",
      'm',
      '1949-06-27',
      'respiratory',
      12,
      'Bronchiectasis',
      'recovering oxygen monitored',
    ],
    ['Zoë', 'Müller-Hartmann', 'f', '1968-01-09', 'respiratory', 8, 'Pneumonia', ''],
    [
      'Mohammed',
      'Al-Rashid',
      'm',
      '1957-08-14',
      'copd',
      40,
      'COPD, Hypertension',
      'scale2 oxygen over-treated',
    ],
    ['Grace', 'Nwosu', 'f', '1975-04-30', 'respiratory', 5, 'Pneumonia', 'deteriorating monitored'],
    ['Wei', 'Chen', 'm', '1963-12-12', 'respiratory', 33, 'Interstitial lung disease', 'oxygen'],
    [
      'Bartholomew-Alexander',
      'Featherstonehaugh-Cholmondley-Smyth',
      'm',
      '1938-05-21',
      'respiratory',
      36,
      'Emphysema, Atrial fibrillation',
      'fibrillating',
    ],
    ['Ffion', 'Llewellyn', 'f', '1980-09-05', 'respiratory', 3, 'Covid-19', 'steady'],
    ['Ravi', 'Subramaniam', 'm', '1971-02-17', 'respiratory', 31, 'Asthma, Obesity', ''],
  ]),
  ...rows('riverside', 'Heart Failure Ward', [
    [
      'John',
      'Smith',
      'm',
      '1946-10-03',
      'heart-failure',
      45,
      'Heart failure, Type 2 diabetes',
      'ecg monitored ectopic',
    ],
    ['Jon', 'Smith', 'm', '1951-07-19', 'heart-failure', 32, 'Heart failure', ''],
    [
      'Jacqueline',
      'Beaumont',
      'f',
      '1944-01-25',
      'heart-failure',
      37,
      'Heart failure, Chronic kidney disease',
      'recovering oxygen',
    ],
    [
      'Olufemi',
      'Adebayo',
      'm',
      '1959-03-03',
      'heart-failure',
      31,
      'Dilated cardiomyopathy',
      'ecg monitored',
    ],
    [
      'Kathleen',
      'McAllister',
      'f',
      '1939-12-30',
      'heart-failure',
      52,
      'Heart failure, Atrial fibrillation',
      'ecg monitored fibrillating',
    ],
    ['Anneliese', 'Vogt', 'f', '1955-05-08', 'heart-failure', 16, 'Aortic stenosis', 'personal'],
    ['Harpreet', 'Kaur', 'f', '1962-08-22', 'heart-failure', 33, 'Heart failure', 'monitored'],
    [
      'Dimitrios',
      'Papadopoulos',
      'm',
      '1950-02-11',
      'heart-failure',
      6,
      'Myocardial infarction',
      'stale',
    ],
    ['Maeve', 'Gallagher', 'f', '1948-09-16', 'heart-failure', 35, 'Heart failure, COPD', 'steady'],
    ['Leon', 'Baptiste', 'm', '1966-06-06', 'heart-failure', 1, 'Heart failure', 'silent'],
  ]),
  ...rows('riverside', 'Frailty Ward', [
    ['Edith', 'Thornton', 'f', '1932-04-04', 'frailty', 58, 'Frailty, Osteoporosis', 'frail'],
    ['Edna', 'Thornton', 'f', '1932-04-04', 'frailty', 58, 'Frailty, Hypertension', ''],
    [
      'George',
      'Whitcombe',
      'm',
      '1936-11-11',
      'frailty',
      31,
      'Frailty, Parkinson’s disease',
      'postural',
    ],
    ['Nasreen', 'Begum', 'f', '1945-07-01', 'post-surgical', 9, 'Hip replacement', 'monitored'],
    [
      'Stanisław',
      'Kowalczyk',
      'm',
      '1954-10-28',
      'post-surgical',
      12,
      'Bowel resection',
      'recovering',
    ],
    ['Beryl', 'Ashworth', 'f', '1935-02-14', 'frailty', 42, 'Frailty, Dementia', 'steady'],
    ['Thomas', 'Abara', 'm', '1943-08-09', 'frailty', 32, 'Frailty, Anaemia', ''],
    ['Renée', 'Dubois', 'f', '1960-12-19', 'post-surgical', 7, 'Hysterectomy', ''],
    ['Ivor', 'Prosser', 'm', '1937-06-15', 'frailty', 31, 'Frailty, Prostate cancer', 'personal'],
    ['Chioma', 'Eze', 'f', '1978-03-27', 'post-surgical', 3, 'Cholecystectomy', 'steady'],
  ]),
  ...rows('willowbank', 'Garden Wing', [
    [
      'Winifred',
      'Barlow',
      'f',
      '1931-01-13',
      'residential',
      60,
      'Dementia, Hypertension',
      'deteriorating',
    ],
    ['Cyril', 'Hargreaves', 'm', '1934-05-29', 'residential', 60, 'Stroke', ''],
    ['Dorothy', 'Entwistle', 'f', '1929-09-09', 'falls', 48, 'Frailty, Recurrent falls', ''],
    ['Joan', 'Lister', 'f', '1937-12-01', 'diabetes', 60, 'Type 2 diabetes', 'steady'],
    ['Joan', 'Lyster', 'f', '1940-03-22', 'residential', 33, 'Osteoarthritis', ''],
    ['Frank', 'Metcalfe', 'm', '1933-07-17', 'falls', 31, 'Parkinson’s disease', 'oxygen'],
    [
      'Sheila',
      'Rowbotham',
      'f',
      '1936-10-10',
      'residential',
      55,
      'COPD',
      'scale2 oxygen other-practice',
    ],
    [
      'Ernest',
      'Tattersall',
      'm',
      '1930-02-28',
      'residential',
      60,
      'Heart failure',
      'other-practice',
    ],
  ]),
  ...rows('willowbank', 'Orchard Wing', [
    ['Maureen', 'Fairbrother', 'f', '1938-08-08', 'residential', 44, 'Dementia', ''],
    ['Alfred', 'Nightingale', 'm', '1935-04-19', 'diabetes', 60, 'Type 1 diabetes', 'frail'],
    ['Vera', 'Simmonds', 'f', '1928-06-30', 'falls', 60, 'Frailty, Osteoporosis', ''],
    ['Harold', 'Ogden', 'm', '1939-11-23', 'residential', 20, 'Depression', 'steady'],
    ['Ivy', 'Dransfield', 'f', '1933-03-05', 'residential', 60, 'Dementia, Heart failure', ''],
    ['Lakshmi', 'Narayanan', 'f', '1941-01-31', 'diabetes', 31, 'Type 2 diabetes', ''],
    [
      'Reginald',
      'Quarmby',
      'm',
      '1932-09-27',
      'falls',
      39,
      'Stroke, Atrial fibrillation',
      'fibrillating other-practice',
    ],
    ['Phyllis', 'Uttley', 'f', '1934-12-24', 'residential', 2, 'Hip fracture', 'silent'],
  ]),
  ...rows('eastgate', null, [
    ['Conor', 'Delaney', 'm', '1958-05-02', 'practice', 31, 'Hypertension', ''],
    ['Amira', 'Haddad', 'f', '1969-10-20', 'practice', 31, 'Type 2 diabetes', 'steady'],
    ['Beatrice', 'Holroyd', 'f', '1947-02-07', 'practice', 31, 'Asthma', ''],
    ['Gareth', 'Vaughan', 'm', '1973-08-31', 'practice', 31, 'Obesity', ''],
  ]),
  ...rows('harbor', 'Hospital at Home', [
    ['James', 'Whitaker', 'm', '1950-04-15', 'hospital-at-home', 31, 'COPD', 'oxygen monitored'],
    ['Maria', 'Gonzalez', 'f', '1964-09-12', 'hospital-at-home', 10, 'Cellulitis', 'recovering'],
    [
      'Tyrone',
      'Jackson',
      'm',
      '1956-01-29',
      'hospital-at-home',
      6,
      'Pneumonia',
      'deteriorating monitored',
    ],
    ['Susan', 'Kowalski', 'f', '1947-07-07', 'hospital-at-home', 32, 'Urinary tract infection', ''],
    ['Nguyễn', 'Thị Minh', 'f', '1972-11-18', 'hospital-at-home', 4, 'Pyelonephritis', ''],
    [
      'Robert',
      'Chamberlain',
      'm',
      '1942-03-09',
      'hospital-at-home',
      33,
      'COPD, Heart failure',
      'scale2',
    ],
    ['Ashley', 'Freeman', 'f', '1981-06-24', 'hospital-at-home', 3, 'Asthma', 'steady'],
  ]),
  ...rows('harbor', 'Cardiac Recovery', [
    [
      'William',
      'Thompson',
      'm',
      '1949-12-05',
      'heart-failure',
      38,
      'Congestive heart failure',
      'ecg monitored ectopic',
    ],
    [
      'Linda',
      'Okafor',
      'f',
      '1953-02-20',
      'heart-failure',
      31,
      'Congestive heart failure',
      'monitored',
    ],
    ['José', 'Ramírez', 'm', '1961-05-16', 'heart-failure', 14, 'Coronary bypass', ''],
    [
      'Barbara',
      'Stein',
      'f',
      '1945-08-03',
      'heart-failure',
      34,
      'Congestive heart failure, Diabetes',
      'frail',
    ],
    [
      'Dwayne',
      'Carter',
      'm',
      '1958-10-26',
      'heart-failure',
      31,
      'Atrial fibrillation',
      'fibrillating',
    ],
    ['Mei', 'Tanaka', 'f', '1967-04-11', 'heart-failure', 9, 'Valve repair', ''],
    ['Walter', 'Lindqvist', 'm', '1940-01-06', 'heart-failure', 36, 'Congestive heart failure', ''],
  ]),
]

import { inEditions } from './overlay'

const report = {
  heading: 'Report a hazard',
  steps: [
    'If a patient may be at risk now, care for the patient first. Use another source for the values.',
    'Write down the patient, the screen, the time and what was wrong. Keep the device as it is.',
    'Tell the person responsible for clinical safety in your organisation at once.',
    'Report the incident to the national scheme below.',
  ],
  scheme: 'MHRA Yellow Card scheme',
  address: 'https://yellowcard.mhra.gov.uk',
}

/** /about. The limits are those of docs/safety/hazards.md. */
const enGB = {
  version: (release: string): string => `Version ${release}`,
  sections: [
    {
      heading: 'Intended use',
      paragraphs: [
        'Lamplight shows trained staff the vital signs, early-warning scores, continuous monitoring and ECG of patients they look after at a distance, and records what staff do about them.',
        'It supports the decisions of clinicians. It does not diagnose, and it does not decide on treatment.',
      ],
    },
    {
      heading: 'Limits',
      paragraphs: [
        'It does not replace bedside observation or an emergency call. Values arrive only while devices, connection and server work; each value shows its age.',
        'NEWS2 is not scored under 16 years or in pregnancy. A score that lacks an observation is shown as “at least”.',
        'ECG events come from software and can be wrong or missing. A stretch that is not analysable says so. A clinician reads the trace before acting on an event.',
        'What was done offline reaches others when the device reconnects.',
      ],
    },
  ],
  sources: {
    heading: 'Sources',
    items: [
      'NEWS2: Royal College of Physicians, National Early Warning Score (NEWS) 2, London 2017.',
      'Beat detection: Pan and Tompkins 1985; Hamilton 2002; Zong, Moody and Jiang 2003.',
      'Beat classes: Hamilton 2002; Krasteva and Jekova 2007.',
      'Signal quality: Li, Mark and Clifford 2008; Clifford 2012; Orphanidou 2015.',
    ],
  },
  report,
}

const enUS = {
  report: {
    steps: report.steps.map((step) => step.replace('organisation', 'organization')),
    scheme: 'FDA MedWatch',
    address: 'https://www.fda.gov/medwatch',
  },
}

export const aboutTexts = inEditions(enGB, enUS)

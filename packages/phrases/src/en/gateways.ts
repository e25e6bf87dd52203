import type { gateways as zh, texts as zhTexts } from '../zh/gateways.ts'

export const gateways: typeof zh = {
  import: {
    serialMissing: 'Serial number is missing',
    serialTooLong: 'The serial number cannot exceed 64 characters',
    ouiOrModel: 'OUI or model is required',
    ouiWrong: 'The OUI must have 6 hexadecimal digits',
    tooLong: 'A field is too long',
    twice: 'Duplicate of an earlier row',
  },
}

export const texts: typeof zhTexts = {
  errors: {
    'gateway.claim_refused': 'The claim was refused',
    'gateway.claim_not_asked': 'This claim has been decided or is no longer valid',
    'pre_registration.limit':
      'Open pre-registrations cannot exceed the remaining device quota of the package: {{open}} of {{most}}',
    'pre_registration.not_found': 'Pre-registration not found',
  },
  permissions: {
    DMS_SERVER_DEVICE_CLAIM: { name: 'Claim devices', allows: 'Claim gateways that report in' },
    DMS_SERVER_DEVICE_PRE_REGISTER: {
      name: 'Pre-register devices',
      allows: 'Pre-register devices and import serial numbers',
    },
    DMS_SERVER_DEVICE_ENROLMENT: {
      name: 'Manage enrolment',
      allows: 'See and change the address and credentials of enrolment',
    },
    DMS_SERVER_DEVICE_CLAIM_APPROVE: {
      name: 'Approve claims',
      allows: "Approve or reject claims based only on a tenant's own pre-registration",
    },
    DMS_SERVER_DEVICE_POOL_VIEW: {
      name: 'See the whole pool',
      allows: 'See the unknown gateways of the whole platform',
    },
  },
  actions: {
    'device.replaced': 'Replaced a device',
    'enrolment.edited': 'Changed enrolment settings',
    'gateway.certificate_mismatch': 'Gateway certificate mismatch',
    'gateway.certificate_refused': 'Gateway certificate rejected',
    'enrolment.limit_reached': 'Enrolment limit reached',
    'enrolment.rotated': 'Replaced enrolment credentials',
    'gateway.claim_refused': 'Gateway claim refused',
    'gateway.claimed': 'Claimed a gateway',
    'gateway.enrolled': 'Gateway enrolled automatically',
    'gateway.claim_decided': 'Decided on a gateway claim',
    'pre_registration.imported': 'Imported pre-registrations',
    'pre_registration.removed': 'Removed pre-registrations',
    'pre_registration.settled': 'Resolved a pre-registration conflict',
  },
  groups: {
    enrolment: 'Enrolment',
    gateway: 'Gateway',
    pre_registration: 'Pre-registration',
  },
  titles: {
    unknownGateways: 'Unknown gateways',
    scanLabel: 'Scan label',
    preRegistration: 'Pre-registration',
  },
}

import type { statementApi } from '@netward/contract'
import type * as codes from '@netward/contract/statements-codes'
import type { DomainTexts } from '../domain-texts.ts'
import type { statements as zh } from '../zh/statements.ts'

export const statements: typeof zh = {
  company: 'Company',
  month: 'Month',
  kind: 'Type',
  kinds: { customer: 'Tenant', msp: 'MSP' },
  outlets: 'Sites',
  devices: 'Devices',
  orders: 'Orders',
  beyond: 'Extra orders',
  sms: 'SMS',
  note: 'Correction',
  corrected: 'Corrected later',
  madeAt: 'Issued',
  search: 'Name of the company',
  searchLabel: 'Search',
  none: 'No statements yet',
  noneHint: 'The statement of a month is issued on the 3rd of the next one, and never changes.',
  xlsx: 'Download Excel',
  paper: {
    title: '{{company}} · Monthly statement {{month}}',
    subtitle: '{{month}} ({{zone}}), issued {{at}}',
    company: 'Company',
    outlets: 'Sites',
    devicesTotal: 'Devices',
    orders: 'Work orders',
    beyond: 'Beyond the package',
    price: 'Amount beyond',
    priceYuan: 'Amount beyond (CNY)',
    yuan: 'CNY {{amount}}',
    sms: 'SMS',
    calls: 'Voice calls',
    devices: 'Devices by type',
    type: 'Type',
    count: 'Devices',
    noDevices: 'No devices in this month.',
    correction: 'Correction',
    correctionText: 'This statement is frozen. By data that came until {{at}}, these figures would be:',
    correctedName: '{{name}} *',
    correctedNote: '* The statement of this company has a correction.',
    customers: 'By customer',
    noCustomers: 'No customers.',
    firstOf: 'The first {{shown}} of {{all}} rows are listed; the workbook has them all.',
    total: 'Total',
    sheet: 'Statement',
    method:
      'Sites and devices are those managed at issue that existed before the month ended. Work orders are those created in the month and not cancelled; those beyond the package cost the price agreed when they were created. SMS and calls are notifications and requests for ratings that were sent through the SMS channels of the company in the month. A dash means that there is no channel, or that no price is agreed.',
  },
}

export const texts = {
  errors: { 'statement.not_found': 'Statement not found' },
  permissions: {},
  actions: {},
  groups: {},
  titles: { statements: 'Monthly statements', statement: 'Monthly statement' },
} satisfies DomainTexts<typeof codes, typeof statementApi>

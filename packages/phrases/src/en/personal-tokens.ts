import type { texts as zhTexts } from '../zh/personal-tokens.ts'

export const personalTokens = {
  title: 'Personal tokens',
  hint: 'For your own scripts and AI agents (MCP). A token reads what the assistant may read, with your rights, in the company that you are in now. It changes nothing. What your agent does with the data is your responsibility.',
  make: 'New token',
  name: 'Name',
  namePlaceholder: 'For example: laptop, report script',
  nameEmpty: 'Enter a name',
  days: 'Valid for (days)',
  daysRule: 'A whole number from 1 to {{most}}',
  makeSubmit: 'Create',
  madeTitle: 'Token created',
  token: 'Token',
  address: 'Address for agents (MCP)',
  madeText: 'Agents and scripts send it as a Bearer token. Changing your password ends it.',
  empty: 'No personal tokens',
  emptyHint: 'Create one to let your own agents and scripts read.',
  states: { active: 'Active', expired: 'Expired', ended: 'Revoked' },
  because: { person: 'Revoked', password: 'Ended by a password change', membership: 'Membership ended' },
  company: 'Company',
  created: 'Created at',
  expires: 'Expires at',
  lastUsed: 'Last used',
  never: 'Never',
  end: 'Revoke',
  endOf: 'Revoke {{name}}',
  endTitle: 'Revoke token {{name}}?',
  endText: 'What uses it is refused from now on. It cannot be restored.',
  ended: 'Token revoked',
}

export const texts: typeof zhTexts = {
  errors: {
    'personal_token.not_found': 'The token does not exist or is over',
    'personal_token.too_many': 'At most {{most}} active tokens. Revoke one first.',
  },
  permissions: {},
  actions: {
    'personal_token.made': 'Created a personal token',
    'personal_token.ended': 'Revoked a personal token',
    'personal_token.rights_lost': 'Personal token ended with a password change or the membership',
  },
  groups: { personal_token: 'Personal token' },
  titles: {},
}

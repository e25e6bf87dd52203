import type { texts as zhTexts } from '../zh/discovery.ts'

export const texts: typeof zhTexts = {
  errors: {
    'discovery.job_not_found': 'Discovery job not found',
    'discovery.find_not_found': 'Find not found',
    'discovery.rule_not_found': 'Rule not found',
    'discovery.name_taken': 'A discovery job with this name already exists',
    'discovery.rule_name_taken': 'A rule with this name already exists',
    'discovery.move_not_allowed': 'The state of the job does not allow this',
    'discovery.too_many': 'The limit is reached. Delete those that are no longer used',
    'discovery.conflict':
      'Another device claims the same identity. Confirm first whether it is the same device',
    'discovery.is_device': 'This address is a managed device already',
    'discovery.nothing_to_scan': 'Enter address ranges, or choose neighbours',
    'discovery.range_too_large': 'The ranges together may not exceed a /16 (65,536 addresses)',
    'discovery.range_not_given': 'The range {{range}} is not assigned to this tenant and cannot be scanned',
    'discovery.schedule_missing': 'Enter when it runs',
    'discovery.part_unknown': '{{part}} is not a part of a name',
  },
  permissions: {},
  actions: {
    'discovery.ignored': 'Ignore finds',
    'discovery.job_created': 'Add discovery job',
    'discovery.job_deleted': 'Delete discovery job',
    'discovery.job_edited': 'Edit discovery job',
    'discovery.job_moved': 'Control discovery job',
    'discovery.linked': 'Confirm a find as an existing device',
    'discovery.rule_created': 'Add onboarding rule',
    'discovery.rule_deleted': 'Delete onboarding rule',
    'discovery.rule_edited': 'Edit onboarding rule',
    'discovery.rule_moved': 'Reorder onboarding rule',
    'discovery.rules_applied': 'Apply onboarding rules',
    'discovery.taken': 'Take in a discovered device',
  },
  groups: { discovery: 'Discovery' },
  titles: {},
}

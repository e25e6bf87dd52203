import type { texts as zhTexts } from '../zh/members.ts'

export const texts: typeof zhTexts = {
  errors: {
    'member.name_taken': 'This user name is already in use',
    'member.last_administrator':
      'A company needs at least one enabled administrator. Make another member an administrator first',
    'member.oneself': 'You cannot disable or remove yourself. Ask another administrator',
    'member.no_address': 'This member has no verified email or phone, so a reset link cannot be sent',
    'member.without_role': 'A member must have at least one role',
    'member.too_many_roles': 'A member can have at most 20 roles',
    'department.not_found': 'Department not found',
    'department.name_taken': 'Another department at this level has this name',
    'department.not_empty': 'The department still has members, sub-departments, or sites. Move them first',
    'department.below_itself': 'A department cannot be moved to itself or its sub-departments',
    'department.too_deep': 'Departments can have at most {{most}} levels',
    'department.limit': 'A company can have at most {{most}} departments',
    'member.not_found': 'Member not found',
  },
  permissions: {
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT: {
      name: 'See the organisation',
      allows: 'See departments and members',
    },
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT: {
      name: 'Manage departments',
      allows: 'Create, change, move and delete departments',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE: {
      name: 'Add members',
      allows: 'Create, invite and import members',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT: {
      name: 'Edit members',
      allows: 'Change details, department and roles of members',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE: {
      name: 'Enable and disable members',
      allows: 'Enable or disable members; sessions of disabled members end immediately',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE: {
      name: 'Remove members',
      allows: 'Remove members from the company',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_RESET: {
      name: 'Send reset links',
      allows: "Send a link to a member's verified mail or phone",
    },
  },
  actions: {
    'department.created': 'Created a department',
    'department.deleted': 'Deleted a department',
    'department.moved': 'Moved a department',
    'department.head_set': 'Set the head of a department',
    'department.renamed': 'Renamed a department',
    'member.changed': 'Changed a member',
    'member.created': 'Created a member',
    'member.exported': 'Exported the list of members',
    'member.moved': 'Moved a member',
    'member.removed': 'Removed a member',
    'member.reset_link_sent': 'Sent a password reset link',
    'member.status_changed': 'Enabled or disabled a member',
  },
  groups: {
    department: 'Department',
    member: 'Member',
  },
  titles: {
    organizationalStructure: 'Organisation structure',
  },
}

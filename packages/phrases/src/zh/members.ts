import type { memberApi } from '@netward/contract'
import type * as codes from '@netward/contract/members-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const texts = {
  errors: {
    'member.name_taken': '用户名已存在',
    'member.last_administrator': '企业至少要有一名可用的管理员，请先指定另一名管理员',
    'member.oneself': '不能停用或移除自己，请由其他管理员操作',
    'member.no_address': '该成员没有已验证的邮箱或手机号，无法发送重置链接',
    'member.without_role': '成员至少要有一个角色',
    'member.too_many_roles': '一名成员最多 20 个角色',
    'department.not_found': '部门不存在',
    'department.name_taken': '同级部门中已有相同名称',
    'department.not_empty': '部门中还有成员、下级部门或网点，请先移走',
    'department.below_itself': '不能将部门移动到自身或其下级部门',
    'department.too_deep': '部门最多 {{most}} 级',
    'department.limit': '每家企业最多 {{most}} 个部门',
    'member.not_found': '成员不存在',
  },
  permissions: {
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT: { name: '查看组织架构', allows: '查看部门与成员' },
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT: { name: '管理部门', allows: '新建、修改、移动、删除部门' },
    DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE: { name: '添加成员', allows: '新建、邀请、导入成员' },
    DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT: { name: '编辑成员', allows: '修改成员资料、部门和角色' },
    DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE: {
      name: '启用与停用成员',
      allows: '启用或停用成员，停用后其登录立即结束',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE: { name: '移除成员', allows: '把成员移出企业' },
    DMS_SERVER_AUTH_MANAGE_MEMBER_RESET: {
      name: '发送重置密码链接',
      allows: '向成员已验证的邮箱或手机发送链接',
    },
  },
  actions: {
    'department.created': '新建部门',
    'department.deleted': '删除部门',
    'department.moved': '移动部门',
    'department.head_set': '设置部门负责人',
    'department.renamed': '重命名部门',
    'member.changed': '修改成员',
    'member.created': '创建成员',
    'member.exported': '导出成员列表',
    'member.moved': '调整成员部门',
    'member.removed': '移除成员',
    'member.reset_link_sent': '发送密码重置链接',
    'member.status_changed': '启用或停用成员',
  },
  groups: {
    department: '部门',
    member: '成员',
  },
  titles: {
    organizationalStructure: '组织架构',
  },
} satisfies DomainTexts<typeof codes, typeof memberApi>

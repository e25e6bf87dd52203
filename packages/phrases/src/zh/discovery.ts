import type { discoveryApi } from '@netward/contract'
import type * as codes from '@netward/contract/discovery-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const texts = {
  errors: {
    'discovery.job_not_found': '发现任务不存在',
    'discovery.find_not_found': '发现结果不存在',
    'discovery.rule_not_found': '纳管规则不存在',
    'discovery.name_taken': '该任务名称已存在',
    'discovery.rule_name_taken': '该规则名称已存在',
    'discovery.move_not_allowed': '任务的当前状态不允许此操作',
    'discovery.too_many': '数量已达上限，请先删除不再使用的',
    'discovery.conflict': '与其他设备的身份冲突，请先确认是否为同一设备',
    'discovery.is_device': '该地址已是纳管设备',
    'discovery.nothing_to_scan': '请填写地址范围，或勾选邻居发现',
    'discovery.range_too_large': '地址范围合计不能超过一个 /16（65,536 个地址）',
    'discovery.range_not_given': '地址范围 {{range}} 未分配给本租户，不能扫描',
    'discovery.schedule_missing': '请填写执行时间',
    'discovery.part_unknown': '名称模板中的 {{part}} 无法识别',
  },
  permissions: {},
  actions: {
    'discovery.ignored': '忽略发现结果',
    'discovery.job_created': '新增发现任务',
    'discovery.job_deleted': '删除发现任务',
    'discovery.job_edited': '编辑发现任务',
    'discovery.job_moved': '控制发现任务',
    'discovery.linked': '确认发现结果为已有设备',
    'discovery.rule_created': '新增纳管规则',
    'discovery.rule_deleted': '删除纳管规则',
    'discovery.rule_edited': '编辑纳管规则',
    'discovery.rule_moved': '调整纳管规则顺序',
    'discovery.rules_applied': '执行纳管规则',
    'discovery.taken': '纳管发现的设备',
  },
  groups: { discovery: '设备发现' },
  titles: {},
} satisfies DomainTexts<typeof codes, typeof discoveryApi>

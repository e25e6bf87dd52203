import type { conversationApi } from '@netward/contract'
import type * as codes from '@netward/contract/conversations-codes'
import type { AssistantTool, ProposalKind, Recipe } from '@netward/contract/conversation-values'
import type { DomainTexts } from '../domain-texts.ts'
import { asking } from './asking.ts'

const tools: Record<AssistantTool, string> = {
  search: '搜索',
  find_outlets: '查找网点',
  outlet: '网点详情',
  find_devices: '查找设备',
  device: '设备详情',
  find_lines: '查找线路',
  line: '线路详情',
  metrics: '指标',
  find_alarms: '查找告警',
  alarm: '告警详情',
  outages: '中断记录',
  topology: '拓扑',
  find_orders: '查找工单',
  order: '工单详情',
  configuration: '配置与偏差',
  diagnostics: '诊断',
  changes: '变更记录',
  licences: '许可',
  panel: '运营中心图表',
  calculate: '计算',
  notes: '手册与笔记',
  propose: '建议操作',
}

const proposals: Record<ProposalKind, string> = {
  acknowledge_alarm: '确认告警',
  open_order: '创建工单',
  note_order: '添加工单备注',
  run_diagnostic: '执行诊断',
  test_line: '测试线路',
  restart_device: '重启设备',
  new_template: '保存模板',
}

/** The question that a button asks; `name` is what it is about. */
const recipes: Record<Recipe, string> = {
  explain_alarm: '解释这条告警',
  what_changed: '故障前有哪些变更？',
  check_outlet: '检查这个网点',
  check_device: '检查这台设备',
  compare_change: '对比变更前后',
  summarise_order: '总结这张工单',
  isp_complaint: '起草运营商投诉',
  weekly_summary: '总结本周情况',
  write_template: '用文字生成模板',
}

export const conversations = {
  ...asking,
  tools,
  proposals,
  recipes,
  missing: {
    provider: '尚未接入模型服务',
    consent: '本公司尚未授权向模型服务发送数据',
    budget: '预算已用完',
  },
  interrupted: '执行中断，请确认是否已生效',
}

export const texts = {
  errors: {
    'assistant.not_ready': '智能助手尚不可用：{{reason}}',
    'assistant.conversation_not_found': '对话不存在',
    'assistant.message_not_found': '回答不存在',
    'assistant.still_answering': '正在回答，请等待或先停止',
    'assistant.proposal_not_found': '建议操作不存在',
    'assistant.proposal_decided': '该建议操作已执行或已忽略',
  },
  permissions: {
    DMS_SERVER_ASSISTANT: {
      name: '智能助手',
      allows: '就本人可见的内容向智能助手提问，并以本人权限执行其建议的操作',
    },
  },
  actions: {
    'assistant.asked': '向智能助手提问',
    'assistant.retried': '重新回答',
    'assistant.stopped': '停止回答',
    'assistant.conversation_renamed': '重命名对话',
    'assistant.conversation_deleted': '删除对话',
    'assistant.feedback_given': '评价回答',
    'assistant.proposal_accepted': '执行智能助手的建议操作',
    'assistant.proposal_dismissed': '忽略智能助手的建议操作',
  },
  groups: {},
  titles: { assistant: '智能助手' },
} satisfies DomainTexts<typeof codes, typeof conversationApi>

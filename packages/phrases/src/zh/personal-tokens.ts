import type { personalTokenApi } from '@netward/contract'
import type * as codes from '@netward/contract/personal-tokens-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const personalTokens = {
  title: '个人令牌',
  hint: '供您自己的脚本和 AI 智能体（MCP）使用。令牌按您的权限读取当前企业中智能助手可读取的数据，不能修改任何内容。智能体对数据的使用由您负责。',
  make: '新建令牌',
  name: '名称',
  namePlaceholder: '例如 办公电脑、报表脚本',
  nameEmpty: '请填写名称',
  days: '有效期（天）',
  daysRule: '请填写 1～{{most}} 的整数',
  makeSubmit: '创建',
  madeTitle: '令牌已创建',
  token: '令牌',
  address: '智能体接入地址（MCP）',
  madeText: '智能体和脚本以 Bearer 令牌方式携带。修改密码后令牌失效。',
  empty: '暂无个人令牌',
  emptyHint: '新建令牌后，您自己的智能体和脚本即可读取数据。',
  states: { active: '有效', expired: '已过期', ended: '已失效' },
  because: { person: '已吊销', password: '因修改密码失效', membership: '因成员资格终止失效' },
  company: '企业',
  created: '创建时间',
  expires: '到期时间',
  lastUsed: '最近使用',
  never: '从未使用',
  end: '吊销',
  endOf: '吊销“{{name}}”',
  endTitle: '吊销令牌“{{name}}”？',
  endText: '使用该令牌的程序将立即无法访问，且不可恢复。',
  ended: '令牌已吊销',
}

export const texts = {
  errors: {
    'personal_token.not_found': '令牌不存在或已失效',
    'personal_token.too_many': '有效令牌最多 {{most}} 个，请先吊销不用的令牌',
  },
  permissions: {},
  actions: {
    'personal_token.made': '创建个人令牌',
    'personal_token.ended': '吊销个人令牌',
    'personal_token.rights_lost': '个人令牌因修改密码或成员资格终止失效',
  },
  groups: { personal_token: '个人令牌' },
  titles: {},
} satisfies DomainTexts<typeof codes, typeof personalTokenApi>

import type { assistantNoteApi } from '@netward/contract'
import type * as codes from '@netward/contract/assistant-notes-codes'
import type { DomainTexts } from '../domain-texts.ts'

export const assistantNotes = {
  hint: '{{company}}的手册与笔记，智能助手回答问题时会检索。',
  add: '新增笔记',
  addTitle: '新增笔记',
  editTitle: '编辑笔记',
  title: '标题',
  titleEmpty: '请填写标题',
  text: '正文',
  textHint: '支持 Markdown，请勿填写密码或密钥。',
  textEmpty: '请填写正文',
  beginning: '摘要',
  editedAt: '编辑时间',
  editedBy: '编辑人',
  search: '标题或正文中的词',
  none: '暂无笔记',
  noneHint: '记录排查步骤和联系人，提问时智能助手会检索到。',
  deleteTitle: '确定删除笔记“{{name}}”？',
  deleteText: '删除后智能助手无法再检索到，且不可恢复。',
}

export const texts = {
  errors: {
    'assistant.note_not_found': '笔记不存在',
    'assistant.note_title_taken': '已有同名笔记',
    'assistant.too_many_notes': '笔记不能超过 {{most}} 篇',
  },
  permissions: {
    DMS_SERVER_ASSISTANT_NOTE: {
      name: '智能助手笔记',
      allows: '新增、编辑、删除供智能助手检索的手册与笔记',
    },
  },
  actions: {
    'assistant.note_added': '新增笔记',
    'assistant.note_edited': '编辑笔记',
    'assistant.note_deleted': '删除笔记',
  },
  groups: {},
  titles: { assistantNotes: '手册与笔记' },
} satisfies DomainTexts<typeof codes, typeof assistantNoteApi>

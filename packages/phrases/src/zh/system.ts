import type * as codes from '@netward/contract/system-codes'
import type { DomainTexts } from '../domain-texts.ts'
import { entry } from './entry.ts'

export const texts = {
  errors: {
    ...entry.errors,
    '10010': '无需处理',
    '40001': '登录状态无效，请重新登录',
    '40002': '您已被管理员强制下线',
    '40005': '登录已失效，请重新登录',
    '40027': '所属企业已被冻结，请联系管理员',
    '40031': '所属企业的试用期或合同已到期，或企业已停用',
    '40032': '账号或成员身份已被停用，请联系管理员',
    '41033': '部分数据行校验未通过，未导入任何数据',
    '50001': '部分{{things}}操作失败',
    '50002': '{{things}}操作全部失败',
    'system.error': '系统异常',
    'system.unavailable': '系统暂时不可用，请稍后重试',
    'request.invalid': '提交的内容有误，请检查后重试',
    'request.too_large': '提交的内容过大',
    'request.too_many': '操作过于频繁，请稍后再试',
    'route.not_found': '接口不存在',
    'permission.denied': '没有执行此操作的权限',
    'file.empty': '文件不能为空',
    'file.too_large': '文件大小不能超过 {{size}} MB',
    'image.type': '仅支持 jpg、jpeg、png 格式的图片',
    'image.too_large': '图片大小不能超过 {{size}} MB',
    'image.dimensions': '图片像素过多，宽×高不能超过 {{megapixels}} 百万像素',
    'import.wrong_headings': '文件缺少列：{{missing}}。文件的表头为：{{found}}',
    'import.not_csv': '仅支持导入 CSV 文件',
    'import.too_many_rows': '每个文件最多 {{most}} 行，请拆分后分次导入',
    'request.key_reused': '该 Idempotency-Key 已用于另一个请求，请更换',
    'request.in_progress': '使用该 Idempotency-Key 的请求尚未完成或已中断，请先核实结果',
  },
  permissions: {},
  actions: {
    'permission.denied': '无权限操作被拒绝',
  },
  groups: {
    permission: '权限',
  },
  titles: {
    notFound: '页面不存在',
  },
} satisfies DomainTexts<typeof codes>

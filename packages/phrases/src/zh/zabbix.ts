import type { zabbixApi } from '@netward/contract'
import type * as codes from '@netward/contract/zabbix-codes'
import type { ZabbixFindingCode, ZabbixOutcome } from '@netward/contract/zabbix-values'
import type { DomainTexts } from '../domain-texts.ts'

export const zabbix = {
  outcomes: {
    new: '将添加',
    added: '已添加',
    known: '已导入过',
    taken: '地址已存在',
    twice: '地址重复',
    left_out: '不导入',
    refused: '无法导入',
    failed: '添加失败',
  } satisfies Record<ZabbixOutcome, string>,
  findings: {
    host_wrong: '{{field}}：不是主机',
    name_missing: '{{field}}：缺少主机名称',
    field_wrong: '{{field}}：格式错误',
    address_missing: '{{field}}：没有地址',
    address_wrong: '{{field}}：“{{value}}”不是 IP 地址',
    address_local: '{{field}}：{{value}} 是 Zabbix 服务器本机地址或非单播地址',
    dns_only: '{{field}}：只有域名“{{value}}”，请在 Zabbix 中填写 IP 地址，或手动添加该设备',
    macro_unknown: '{{field}}：文件中没有宏 {{value}} 的值',
    port_wrong: '{{field}}：“{{value}}”不是 1 到 65535 的端口',
    name_cut: '{{field}}：名称超过 100 个字符，已截断',
    more_addresses: '{{field}}：有多个地址，只使用默认接口的地址',
    not_allowed: '{{field}}：{{value}} 不在本平台允许访问的地址范围内，添加后暂不采集',
    through_proxy: '{{field}}：Zabbix 经代理“{{value}}”采集，本平台可能无法直接访问',
    credential_wrong: '{{field}}：不支持“{{value}}”',
    secret_wrong: '{{field}}：长度不符合要求，请重新填写',
  } satisfies Record<ZabbixFindingCode, string>,
  reasons: {
    taken: '该网点的“{{name}}”已使用此地址和端口',
    known: '之前已导入为“{{name}}”',
    twice: '同一网点中，文件前面的主机已使用此地址和端口',
    disabled: '在 Zabbix 中已停用',
    withoutSnmp: '没有 SNMP 接口',
    changed: '导入后已被修改',
  },
  noCredential: '未指定 SNMP 凭据（宏：{{macros}}），将依次尝试适用的凭据',
}

export const texts = {
  errors: {
    'zabbix.not_found': '该 Zabbix 导入不存在',
    'zabbix.whole_company': '从 Zabbix 导入需要整个租户的数据范围',
    'zabbix.xml': '不支持 XML，请在 Zabbix 中导出为 YAML 或 JSON',
    'zabbix.unreadable': '文件不是有效的 YAML 或 JSON，第 {{line}} 行有误',
    'zabbix.not_an_export': '文件不是 Zabbix 导出文件：缺少 zabbix_export',
    'zabbix.wrong_version': '不支持版本 {{version}} 的导出文件，支持 5.0 至 7.4',
    'zabbix.no_hosts': '文件中没有主机，请在 Zabbix 的主机列表中导出',
    'zabbix.too_many_hosts': '文件中有 {{found}} 台主机，一次最多导入 {{most}} 台',
    'zabbix.aliases': '文件含有 YAML 锚点或别名，Zabbix 不会导出这种内容',
    'zabbix.too_complex': '文件过于复杂，请分批导出',
    'zabbix.move_not_allowed': '导入的当前状态不允许此操作',
    'zabbix.nothing_to_add': '没有可添加的主机',
    'zabbix.changed_since': '导入的 {{count}} 台设备已被修改，不能整体撤销',
    'zabbix.group_not_found': '主机组与导入文件不一致，请刷新后重试',
    'zabbix.credential_incomplete': '凭据不完整，请填写缺少的团体字或口令，或选择已有凭据',
  },
  permissions: {},
  actions: {
    'zabbix.import_decided': '修改 Zabbix 导入设置',
    'zabbix.import_discarded': '放弃 Zabbix 导入',
    'zabbix.import_finished': 'Zabbix 导入完成',
    'zabbix.import_prepared': '上传 Zabbix 导出文件',
    'zabbix.import_started': '开始 Zabbix 导入',
    'zabbix.import_undone': '撤销 Zabbix 导入',
    'zabbix.undo_finished': 'Zabbix 导入撤销完成',
  },
  groups: { zabbix: 'Zabbix 导入' },
  titles: {},
} satisfies DomainTexts<typeof codes, typeof zabbixApi>

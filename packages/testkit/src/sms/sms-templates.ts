/** 51 templates of Alibaba Cloud, one of each state on the second page (QuerySmsTemplateList, as of 2025-06). */
export function aliyunTemplates(of: URLSearchParams) {
  const [page, size] = [Number(of.get('PageIndex')), Number(of.get('PageSize'))]
  if (!(page >= 1) || !(size >= 1 && size <= 50)) return { Code: 'isv.INVALID_PARAMETERS', Message: 'page' }
  const all = Array.from({ length: 52 }, (_, at) => ({
    TemplateCode: `SMS_${1000 + at}`,
    TemplateName: `告警通知 ${at + 1}`,
    TemplateType: 0,
    AuditStatus: at === 0 ? 'AUDIT_STATE_INIT' : at === 51 ? 'AUDIT_STATE_NOT_PASS' : 'AUDIT_STATE_PASS',
    TemplateContent: '${severity} ${device} ${rule}',
    Reason: at === 51 ? { RejectInfo: '变量不规范' } : {},
  }))
  return {
    Code: 'OK',
    Message: 'OK',
    RequestId: 'request',
    TotalCount: all.length,
    SmsTemplateList: all.slice((page - 1) * size, page * size),
  }
}

/** Three templates of Tencent Cloud (DescribeSmsTemplateList, as of 2025-06). */
export function tencentTemplates(of: Record<string, unknown>) {
  const failed = (Code: string) => ({ Response: { Error: { Code, Message: Code }, RequestId: 'request' } })
  if (of['International'] === undefined) return failed('MissingParameter')
  const all = [
    [0, '已通过', ''],
    [1, '审核中', ''],
    [-1, '未通过', '模板内容不合规'],
  ] as const
  return {
    Response: {
      DescribeTemplateStatusSet: all
        .map(([StatusCode, TemplateName, ReviewReply], at) => ({
          TemplateId: 77 + at,
          International: 0,
          StatusCode,
          ReviewReply,
          TemplateName,
          TemplateContent: '{1} {2} {3}',
        }))
        .slice(Number(of['Offset']), Number(of['Offset']) + Number(of['Limit'])),
      RequestId: 'request',
    },
  }
}

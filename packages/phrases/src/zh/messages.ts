/** 邮件和短信：主题、正文（每行一段）、短信全文。 */
export const messages = {
  automatic: '此邮件由系统自动发送，请勿直接回复。',
  replyAbove: '##- 请在此行上方回复 -##',
  replyRead: '直接回复此邮件，回复内容将作为客户可见的备注记入工单，图片和附件一并保存。',
  /** 验证码的用途：收到的人由此知道有人在做什么。 */
  purposes: {
    sign_in: '登录',
    reset_password: '重置密码',
    registration: '申请试用',
    complete_account: '完善账号信息',
    change_contact: '变更绑定的手机号或邮箱',
    work_report: '扫码报修',
    other: '验证身份',
  },
  code: {
    subject: '验证码 {{code}}',
    body: '您正在{{purpose}}，验证码是 {{code}}，5 分钟内有效，仅可使用一次。\n请勿将验证码告诉任何人。如非本人操作，请忽略本邮件。',
    phone:
      '【{{brand}}】您正在{{purpose}}，验证码 {{code}}，5 分钟内有效。请勿告诉任何人，如非本人操作请忽略。',
  },
  reset_link: {
    subject: '重置密码',
    body: '我们收到了重置您账号密码的请求。请在 30 分钟内打开以下链接设置新密码，链接仅可使用一次：\n{{link}}\n如非本人操作，请忽略本邮件，您的密码不会改变。',
    phone: '【{{brand}}】请在 30 分钟内打开链接设置新密码：{{link}}',
  },
  reset_done: {
    subject: '密码已重置',
    body: '您的账号密码刚刚被重置，所有设备上的登录均已退出。\n如非本人操作，请立即在登录页通过“忘记密码”重新设置，并联系管理员。',
    phone: '【{{brand}}】您的账号密码已重置，所有登录均已退出。如非本人操作，请立即重新设置并联系管理员。',
  },
  password_changed: {
    subject: '密码已修改',
    body: '您的账号密码刚刚被修改，其他设备上的登录均已退出。\n如非本人操作，请立即在登录页通过“忘记密码”重新设置，并联系管理员。',
    phone: '【{{brand}}】您的账号密码已修改。如非本人操作，请立即重新设置并联系管理员。',
  },
  contact_changed_phone: {
    subject: '绑定手机号已变更',
    body: '您账号绑定的手机号已变更，原手机号不能再用于登录。\n如非本人操作，请立即修改密码并联系管理员。',
    phone: '【{{brand}}】您账号绑定的手机号已变更，本号码不能再用于登录。如非本人操作，请联系管理员。',
  },
  contact_changed_mail: {
    subject: '绑定邮箱已变更',
    body: '您账号绑定的邮箱已变更，原邮箱不能再用于登录。\n如非本人操作，请立即修改密码并联系管理员。',
    phone: '【{{brand}}】您账号绑定的邮箱已变更。如非本人操作，请联系管理员。',
  },
  invitation: {
    subject: '邀请您加入 {{companyName}}',
    body: '{{invitedBy}} 邀请您加入 {{companyName}}。请打开以下链接接受邀请，链接仅可使用一次：\n{{link}}\n如果您不认识对方，请忽略本邮件。',
    phone: '【{{brand}}】{{invitedBy}} 邀请您加入 {{companyName}}：{{link}}',
  },
  licence_usage: {
    subject: '{{quota}}配额已使用 80%',
    body: '{{quota}}配额已使用 {{used}}，共 {{granted}}。配额用完后将无法新增，已有资源不受影响。\n请在控制台“授权管理”中查看，并及时联系服务提供方扩容授权或升级套餐。',
    phone: '【{{brand}}】{{quota}}配额已使用 {{used}}，共 {{granted}}，请及时扩容。',
  },
  channel_failing: {
    subject: '对接渠道异常：{{name}}',
    body: '对接渠道“{{name}}”持续失败：{{reason}}。请检查设置并重新测试：\n{{link}}',
    phone: '【{{brand}}】对接渠道“{{name}}”持续失败：{{reason}}，请检查。',
  },
  channel_secret_ending: {
    subject: '对接渠道的密钥即将到期：{{name}}',
    body: '对接渠道“{{name}}”的密钥或证书将于 {{until}} 到期，到期后成员不能通过该渠道登录。请在对方控制台更新后填写到此处：\n{{link}}',
    phone: '【{{brand}}】对接渠道“{{name}}”的密钥或证书将于 {{until}} 到期，请及时更换。',
  },
  token_budget: {
    subject: '智能助手本月预算已使用 {{share}}%',
    body: '智能助手 {{month}} 的用量已达预算的 {{share}}%。达到 100% 时停止调用，可在此处调整预算：\n{{link}}',
    phone: '【{{brand}}】智能助手 {{month}} 的用量已达预算的 {{share}}%，达到 100% 时停止调用。',
  },
  tokens_asked: {
    subject: '{{personName}} 申请追加{{budget}}',
    body: '{{personName}} 的智能助手{{budget}}已用完，申请追加。\n原因：{{reason}}\n请在此处批准或拒绝：\n{{link}}',
    phone: '【{{brand}}】{{personName}} 申请追加智能助手{{budget}}，请登录后处理。',
  },
  tokens_granted: {
    subject: '已批准追加智能助手{{budget}}',
    body: '{{decidedBy}} 已批准追加智能助手{{budget}}，可以继续使用。\n{{answer}}',
    phone: '【{{brand}}】{{decidedBy}} 已批准追加智能助手{{budget}}。',
  },
  tokens_refused: {
    subject: '追加智能助手{{budget}}的申请未通过',
    body: '{{decidedBy}} 拒绝了追加智能助手{{budget}}的申请。\n原因：{{answer}}',
    phone: '【{{brand}}】{{decidedBy}} 拒绝了追加智能助手{{budget}}的申请。原因：{{answer}}',
  },
  licence_ending: {
    subject: '授权将于 {{until}} 到期：{{quota}}',
    body: '贵公司的一项授权（{{quota}}）将于 {{until}} 到期。已有资源不受影响，但用量超出配额后将无法新增。\n请及时联系服务提供方续期。',
    phone: '【{{brand}}】贵公司的授权（{{quota}}）将于 {{until}} 到期，请及时续期。',
  },
  account_freed: {
    subject: '您的登录名已变更',
    body: '{{companyName}} 已删除，原登录名 {{signInName}} 不再可用。您的账号和密码保留，请使用接收本消息的邮箱或手机号和原密码登录。',
    phone:
      '【{{brand}}】{{companyName}} 已被删除，登录名 {{signInName}} 不再可用。请今后使用本手机号或您的邮箱和原密码登录。',
  },
  registration_received: {
    subject: '已收到试用申请',
    body: '已收到 {{companyName}} 的试用申请，正在等待平台审核。审核结果将发送到此地址。',
    phone: '【{{brand}}】已收到 {{companyName}} 的试用申请，请等待审核。',
  },
  registration_approved: {
    subject: '试用申请已通过',
    body: '{{companyName}} 的试用申请已通过，试用期 15 天。\n企业编码：{{companyCode}}\n请使用申请时填写的手机号或邮箱和密码登录：\n{{link}}',
    phone: '【{{brand}}】{{companyName}} 的试用申请已通过（企业编码 {{companyCode}}），请登录：{{link}}',
  },
  registration_refused: {
    subject: '试用申请未通过',
    body: '{{companyName}} 的试用申请未通过。\n原因：{{reason}}',
    phone: '【{{brand}}】{{companyName}} 的试用申请未通过。原因：{{reason}}',
  },
  application_failed: {
    subject: '应用“{{applicationName}}”开通失败',
    body: '应用“{{applicationName}}”开通失败。\n{{failure}}\n请登录后在“系统设置 - 应用管理”中重试。',
    phone: '【{{brand}}】应用“{{applicationName}}”开通失败，请登录后重试。',
  },
  company_moved: {
    subject: '{{companyName}} 的上级已变更',
    body: '{{companyName}} 的上级已由 {{fromName}} 变更为 {{toName}}。原上级不能再查看和管理该企业，企业的成员、网关和数据保持不变。\n原因：{{reason}}',
    phone: '【{{brand}}】{{companyName}} 的上级已由 {{fromName}} 变更为 {{toName}}。',
  },
  acting_asked: {
    subject: '{{actorCompany}} 的 {{actorName}} 申请进入 {{companyName}}',
    body: '{{actorCompany}} 的 {{actorName}} 申请进入 {{companyName}} 代为操作 {{hours}} 小时。\n原因：{{reason}}\n请登录后在“系统设置 - 代管设置”中批准或拒绝。',
    phone: '【{{brand}}】{{actorCompany}} 的 {{actorName}} 申请进入 {{companyName}}，请登录后处理。',
  },
  terminal_asked: {
    subject: '{{actorCompany}} 的 {{actorName}} 申请在设备 {{deviceName}} 上打开终端',
    body: '{{actorCompany}} 的 {{actorName}} 申请在 {{companyName}} 的设备 {{deviceName}} 上打开远程终端。\n事由：{{reason}}\n请在 {{minutes}} 分钟内登录，在“设备管理 - 终端会话”中同意或拒绝。',
    phone:
      '【{{brand}}】{{actorCompany}} 的 {{actorName}} 申请在设备 {{deviceName}} 上打开终端，请登录后处理。',
  },
  acting_glass_broken: {
    subject: '{{actorCompany}} 的 {{actorName}} 已紧急进入 {{companyName}}',
    body: '{{actorCompany}} 的 {{actorName}} 未经同意紧急进入了 {{companyName}}，有效期 60 分钟，全部操作都会记入操作日志。\n原因：{{reason}}\n您可以登录后在“系统设置 - 代管设置”中立即终止。',
    phone: '【{{brand}}】{{actorCompany}} 的 {{actorName}} 已紧急进入 {{companyName}}。原因：{{reason}}',
  },
  acting_approved: {
    subject: '{{companyName}} 已同意您的进入申请',
    body: '{{companyName}} 已同意您的进入申请，{{hours}} 小时内有效。\n请登录后在页面顶部选择该租户进入，全部操作都会记入双方的操作日志。',
    phone: '【{{brand}}】{{companyName}} 已同意您的进入申请，{{hours}} 小时内有效。',
  },
  acting_refused: {
    subject: '{{companyName}} 拒绝了您的进入申请',
    body: '{{companyName}} 拒绝了您的进入申请。\n仍需进入时，请先与对方联系，说明原因后重新申请。',
    phone: '【{{brand}}】{{companyName}} 拒绝了您的进入申请。',
  },
  order_notice: {
    created: {
      subject: '新建工单 #{{number}}：{{title}}',
      body: '{{companyName}} 新建工单 #{{number}}“{{title}}”。\n{{link}}',
      phone: '【{{brand}}】新建工单 #{{number}}：{{title}}。',
    },
    assigned: {
      subject: '工单 #{{number}} 已派给您：{{title}}',
      body: '{{companyName}} 的工单 #{{number}}“{{title}}”已由 {{actorName}} 派给您，期限 {{due}}。\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 已派给您：{{title}}，期限 {{due}}。',
    },
    refused: {
      subject: '工单 #{{number}} 被拒绝：{{title}}',
      body: '{{actorName}} 拒绝了 {{companyName}} 的工单 #{{number}}“{{title}}”，工单等待重新派单。\n原因：{{note}}\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 拒绝了工单 #{{number}}：{{title}}。',
    },
    due: {
      subject: '工单 #{{number}} 的{{clock}}时限已用 {{percent}}%：{{title}}',
      body: '{{companyName}} 的工单 #{{number}}“{{title}}”的{{clock}}时限已用 {{percent}}%，期限 {{due}}。\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 的{{clock}}时限已用 {{percent}}%，期限 {{due}}。',
    },
    resolved: {
      subject: '工单 #{{number}} 已解决：{{title}}',
      body: '{{actorName}} 已解决 {{companyName}} 的工单 #{{number}}“{{title}}”。\n解决方法：{{note}}\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 已解决：{{title}}。',
    },
    resumed: {
      subject: '工单 #{{number}} 挂起到期，请继续处理：{{title}}',
      body: '{{companyName}} 的工单 #{{number}}“{{title}}”挂起时间已到，恢复处理，期限 {{due}}。\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 挂起到期，请继续处理：{{title}}。',
    },
    reopened: {
      subject: '工单 #{{number}} 已重新打开：{{title}}',
      body: '{{actorName}} 重新打开了 {{companyName}} 的工单 #{{number}}“{{title}}”，期限 {{due}}。\n原因：{{note}}\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 已重新打开：{{title}}。',
    },
    carrier_late: {
      subject: '请催办：运营商未按承诺恢复，工单 #{{number}} {{title}}',
      body: '{{companyName}} 的工单 #{{number}}“{{title}}”已超过运营商承诺的恢复时间，请催办。\n{{link}}',
      phone: '【{{brand}}】工单 #{{number}} 已超过运营商承诺的恢复时间，请催办。',
    },
  },
  rating_asked: {
    subject: '请评价工单 #{{number}} 的服务',
    body: '{{companyName}} 的工单 #{{number}}（{{title}}）已处理完成，请点击链接评价本次服务，链接 90 天内有效。\n{{link}}',
    phone: '【{{brand}}】工单 #{{number}} 已处理完成，请评价：{{link}}',
  },
  approval_notice: {
    asked: {
      subject: '待您审批：{{title}}',
      body: '{{actorName}} 提交了 {{companyName}} 的审批“{{title}}”，请您处理。\n说明：{{note}}\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 提交的“{{title}}”待您审批。',
    },
    approved: {
      subject: '审批已通过：{{title}}',
      body: '您提交的 {{companyName}} 的审批“{{title}}”已通过。\n意见：{{note}}\n{{link}}',
      phone: '【{{brand}}】您提交的审批“{{title}}”已通过。',
    },
    refused: {
      subject: '审批未通过：{{title}}',
      body: '{{actorName}} 驳回了您提交的 {{companyName}} 的审批“{{title}}”。\n原因：{{note}}\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 驳回了您提交的审批“{{title}}”。',
    },
  },
  service_report: {
    attached: {
      subject: '{{title}}（{{from}} 至 {{to}}）',
      body: '{{makerName}}已发布报告：{{title}}，{{from}} 至 {{to}}。\n{{availability}}\n{{outages}}\n{{alarms}}\n{{inTime}}\n{{rating}}\n完整报告见附件（PDF），也可登录后查看：\n{{link}}',
      phone: '【{{brand}}】{{title}}已发布。',
    },
    linked: {
      subject: '{{title}}（{{from}} 至 {{to}}）',
      body: '{{makerName}}已发布报告：{{title}}，{{from}} 至 {{to}}。\n{{availability}}\n{{outages}}\n{{alarms}}\n{{inTime}}\n{{rating}}\n登录后查看完整报告：\n{{link}}',
      phone: '【{{brand}}】{{title}}已发布。',
    },
  },
  rota_notice: {
    handover_write: {
      subject: '请填写交接班：{{title}}',
      body: '您在 {{companyName}} 值班表“{{title}}”的班次已结束，未恢复的告警和待办承诺已自动列出，请补充说明后交给 {{actorName}}。\n{{link}}',
      phone: '【{{brand}}】您在“{{title}}”的班次已结束，请填写交接班。',
    },
    handover_accept: {
      subject: '请接班：{{title}}',
      body: '{{actorName}} 将 {{companyName}} 值班表“{{title}}”的班次交给您，请查看交接内容并接班。\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 将“{{title}}”的班次交给您，请接班。',
    },
    handover_write_late: {
      subject: '交接班尚未填写：{{title}}',
      body: '您在 {{companyName}} 值班表“{{title}}”的班次结束已超过 1 小时，交接班尚未填写，接班人为 {{actorName}}。\n{{link}}',
      phone: '【{{brand}}】“{{title}}”的交接班尚未填写。',
    },
    handover_accept_late: {
      subject: '尚未接班：{{title}}',
      body: '{{actorName}} 在 {{companyName}} 值班表“{{title}}”的班次结束已超过 1 小时，您尚未接班。\n{{link}}',
      phone: '【{{brand}}】“{{title}}”的班次尚未接班。',
    },
    swap_asked: {
      subject: '换班申请：{{title}}',
      body: '{{actorName}} 申请由您代班（{{companyName}}，值班表“{{title}}”）。\n原因：{{note}}\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 申请由您代班：{{title}}。',
    },
    swap_accepted: {
      subject: '换班已同意：{{title}}',
      body: '{{actorName}} 同意代班（{{companyName}}，值班表“{{title}}”）。\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 同意代班：{{title}}。',
    },
    swap_declined: {
      subject: '换班被拒绝：{{title}}',
      body: '{{actorName}} 拒绝代班（{{companyName}}，值班表“{{title}}”），您的班次不变。\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 拒绝代班：{{title}}。',
    },
  },
  part_notice: {
    part_short: {
      subject: '备件低于最低库存：{{title}}',
      body: '{{companyName}} 的备件低于最低库存：{{title}}。\n可用/最低：{{note}}\n{{link}}',
      phone: '【{{brand}}】备件低于最低库存：{{title}}（{{note}}）。',
    },
  },
  engineer_notice: {
    certificate_ending: {
      subject: '证书即将到期：{{title}}',
      body: '{{companyName}} 的证书即将到期：{{title}}。\n有效期至：{{note}}\n{{link}}',
      phone: '【{{brand}}】证书即将到期：{{title}}，有效期至 {{note}}。',
    },
    certificate_ended: {
      subject: '证书已过期：{{title}}',
      body: '{{companyName}} 的证书已过期：{{title}}。\n有效期至：{{note}}\n{{link}}',
      phone: '【{{brand}}】证书已过期：{{title}}，有效期至 {{note}}。',
    },
  },
  assignment_notice: {
    shared_assigned: {
      subject: '{{actorName}} 的工单 #{{number}} 派给您：{{title}}',
      body: '{{actorName}} 将工单 #{{number}} 派给您：{{title}}。\n说明：{{note}}\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 的工单 #{{number}} 派给您：{{title}}。',
    },
    shared_withdrawn: {
      subject: '{{actorName}} 的工单 #{{number}} 已收回：{{title}}',
      body: '{{actorName}} 已收回派给您的工单 #{{number}}：{{title}}。\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 的工单 #{{number}} 已收回：{{title}}。',
    },
    shared_reopened: {
      subject: '{{actorName}} 的工单 #{{number}} 重新打开：{{title}}',
      body: '{{actorName}} 重新打开了您已解决的工单 #{{number}}：{{title}}。\n{{link}}',
      phone: '【{{brand}}】{{actorName}} 的工单 #{{number}} 重新打开：{{title}}。',
    },
  },
  tenant_notice: {
    frozen: {
      subject: '{{companyName}} 已被冻结',
      body: '{{companyName}} 已被冻结，成员暂时无法登录和操作；网关照常运行，下发的操作将在解冻后执行。\n原因：{{reason}}\n如有疑问，请联系您的服务商或平台方。',
      phone: '【{{brand}}】{{companyName}} 已被冻结。原因：{{reason}}',
    },
    thawed: {
      subject: '{{companyName}} 已解冻',
      body: '{{companyName}} 已解冻，成员可以正常登录和操作。',
      phone: '【{{brand}}】{{companyName}} 已解冻。',
    },
    deactivated: {
      subject: '{{companyName}} 已停用',
      body: '{{companyName}} 已停用，成员无法登录，网关的上报不再处理。数据仍然保留。\n原因：{{reason}}\n如需恢复，请联系您的服务商或平台方。',
      phone: '【{{brand}}】{{companyName}} 已停用。原因：{{reason}}',
    },
    reactivated: {
      subject: '{{companyName}} 已恢复使用',
      body: '{{companyName}} 已恢复使用，成员可以正常登录和操作。',
      phone: '【{{brand}}】{{companyName}} 已恢复使用。',
    },
    converted: {
      subject: '{{companyName}} 已转为正式租户',
      body: '{{companyName}} 已转为正式租户，原有数据全部保留。\n合同到期时间：{{until}}',
      phone: '【{{brand}}】{{companyName}} 已转为正式租户，合同到期时间：{{until}}',
    },
    extended: {
      subject: '{{companyName}} 已延期',
      body: '{{companyName}} 的使用期限已调整。\n新的到期时间：{{until}}',
      phone: '【{{brand}}】{{companyName}} 已延期，新的到期时间：{{until}}',
    },
    ending: {
      subject: '{{companyName}} 即将到期',
      body: '{{companyName}} 的试用或合同将于 {{until}} 到期，到期后将自动冻结，数据仍会保留。\n如需继续使用，请联系您的服务商或平台方。',
      phone: '【{{brand}}】{{companyName}} 将于 {{until}} 到期，到期后将自动冻结。',
    },
    ended: {
      subject: '{{companyName}} 已到期',
      body: '{{companyName}} 的试用或合同已于 {{until}} 到期，现已冻结，数据仍然保留。\n如需继续使用，请联系您的服务商或平台方。',
      phone: '【{{brand}}】{{companyName}} 已于 {{until}} 到期并冻结。',
    },
    deletion: {
      subject: '{{companyName}} 将被删除',
      body: '{{companyName}} 及其全部数据将于 {{until}} 删除。在此之前可以撤销，如需导出数据，请联系您的服务商或平台方。\n原因：{{reason}}',
      phone: '【{{brand}}】{{companyName}} 将于 {{until}} 删除。原因：{{reason}}',
    },
    noEnd: '未设定',
  },
}

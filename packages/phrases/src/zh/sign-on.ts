import type { signOnApi } from '@netward/contract'
import type {
  SignOnForm,
  callActs,
  callOutcomes,
  clientAuthentications,
  DepartmentSource,
  EntraCloud,
  ldapSchemas,
  ldapSecurities,
} from '@netward/contract/sign-on-values'
import type * as codes from '@netward/contract/sign-on-codes'
import type { DomainTexts } from '../domain-texts.ts'

interface FieldText {
  readonly label: string
  readonly hint: string
}

export const signOn = {
  settings: '设置',
  people: '已关联成员',
  calls: '调用记录',
  fields: {
    wecom: {
      corpId: { label: '企业 ID', hint: '企业微信管理后台 >“我的企业”>“企业信息”页面底部。' },
      agentId: { label: 'AgentId', hint: '管理后台 >“应用管理”> 自建应用的详情页。' },
      secret: { label: 'Secret', hint: '自建应用的详情页，点击“查看”后发送到企业微信客户端。' },
      contactSecret: {
        label: '通讯录同步 Secret',
        hint: '可选，用于人员同步。管理后台 >“管理工具”>“通讯录同步”。未填写时仅同步应用可见范围内的成员。',
      },
      eventToken: {
        label: '事件 Token',
        hint: '可选，用于及时同步和在消息中操作。管理后台 >“管理工具”>“通讯录同步”>“设置接收事件服务器”，以及应用的“接收消息”。',
      },
      eventKey: { label: '事件 EncodingAESKey', hint: '与事件 Token 在同一页面，43 位。' },
      apiBase: { label: '接口地址', hint: '私有化部署的企业微信填写自己的地址。' },
      qrBase: { label: '扫码登录地址', hint: '扫码登录页面所在的地址。' },
      insideBase: { label: '网页授权地址', hint: '在企业微信客户端内打开时使用。' },
    },
    dingtalk: {
      clientId: { label: 'Client ID（AppKey）', hint: '钉钉开放平台 >“应用开发”> 应用 >“凭证与基础信息”。' },
      secret: { label: 'Client Secret（AppSecret）', hint: '与 Client ID 在同一页面。' },
      corpId: { label: 'CorpId', hint: '钉钉开放平台首页右上角的企业名称下方。' },
      eventToken: {
        label: '事件签名 Token',
        hint: '可选，用于及时同步。应用 >“事件订阅”，推送方式选择“HTTP 推送”。',
      },
      eventKey: { label: '事件加密 aes_key', hint: '与签名 Token 在同一页面，43 位。' },
      signInBase: { label: '登录地址', hint: '专有钉钉填写自己的地址。' },
      apiBase: { label: '接口地址', hint: '新版服务端接口。' },
      directoryBase: { label: '通讯录接口地址', hint: '旧版服务端接口。' },
    },
    entra: {
      tenantId: { label: '目录（租户）ID', hint: 'Microsoft Entra 管理中心 >“应用注册”> 应用 >“概述”。' },
      clientId: { label: '应用程序（客户端）ID', hint: '与目录（租户）ID 在同一页面。' },
      secret: { label: '客户端密码', hint: '应用 >“证书和密码”>“新客户端密码”，填写“值”而不是“机密 ID”。' },
      secretEndsOn: {
        label: '客户端密码截止日期',
        hint: '“证书和密码”页面的“截止期限”。到期前 30 天通知管理员。',
      },
      cloud: { label: '云环境', hint: '由世纪互联运营的租户选择“中国”。' },
      signInBase: {
        label: '登录地址',
        hint: '其他云环境的登录地址，例如 https://login.microsoftonline.com。',
      },
      graphBase: {
        label: 'Microsoft Graph 地址',
        hint: '可选，用于人员同步。其他云环境的接口地址，例如 https://graph.microsoft.com。',
      },
      departmentsFrom: {
        label: '部门来源',
        hint: '用于人员同步，选择 Microsoft Entra 管理中心 >“用户”中的“部门”属性，或以组作为部门。',
      },
      groupPrefix: {
        label: '部门组前缀',
        hint: '可选。部门来源为“组”时，仅将名称以该前缀开头的组作为部门，例如“部门-”。',
      },
    },
    oidc: {
      issuer: {
        label: '颁发者（Issuer）',
        hint: '身份服务的发现文档为该地址加 /.well-known/openid-configuration。',
      },
      clientId: { label: 'Client ID', hint: '在身份服务中为本平台新建的客户端。' },
      secret: { label: 'Client Secret', hint: '客户端类型选择“机密”（confidential）。' },
      secretEndsOn: { label: '密钥截止日期', hint: '可选。到期前 30 天通知管理员。' },
      clientAuthentication: { label: '客户端认证方式', hint: '与身份服务中该客户端的设置一致。' },
      scopes: { label: '授权范围（Scope）', hint: '以空格分隔，须包含 openid。' },
    },
    saml: {
      entityId: { label: '身份提供方实体 ID', hint: '身份提供方元数据中 EntityDescriptor 的 entityID。' },
      signInUrl: {
        label: '登录地址',
        hint: '元数据中绑定方式为 HTTP-Redirect 的 SingleSignOnService 的 Location。',
      },
      signOutUrl: {
        label: '登出地址',
        hint: '可选。元数据中绑定方式为 HTTP-Redirect 的 SingleLogoutService 的 Location。身份提供方登出时本平台会话随之结束，应答发往该地址。',
      },
      certificates: {
        label: '签名证书',
        hint: 'PEM 或元数据中 X509Certificate 的内容，可填写多个。到期前 30 天通知管理员。',
      },
      nameAttribute: { label: '姓名属性', hint: '可选。断言中姓名所在属性的 Name。' },
      mailAttribute: { label: '邮箱属性', hint: '可选。断言中邮箱所在属性的 Name。' },
    },
    feishu: {
      appId: { label: 'App ID', hint: '飞书开放平台 > 企业自建应用 >“凭证与基础信息”。' },
      secret: { label: 'App Secret', hint: '与 App ID 在同一页面。' },
      eventToken: {
        label: 'Verification Token',
        hint: '可选，用于接收通讯录事件和在消息中操作。应用 >“事件与回调”>“加密策略”。',
      },
      eventKey: { label: 'Encrypt Key', hint: '与 Verification Token 在同一页面。' },
      signInBase: { label: '登录地址', hint: 'Lark 为 https://accounts.larksuite.com。' },
      apiBase: { label: '接口地址', hint: 'Lark 为 https://open.larksuite.com。' },
    },
    ldap: {
      host: {
        label: '服务器',
        hint: '域控制器或 LDAP 服务器的名称。私网地址需由平台方加入 NETWARD_OUTGOING_RANGES。',
      },
      port: { label: '端口', hint: 'LDAPS 一般为 636，STARTTLS 一般为 389。' },
      security: { label: '加密方式', hint: '仅内网地址可以不加密。' },
      schema: { label: '目录类型', hint: '决定人员的唯一标识：objectGUID 或 entryUUID。' },
      bindDn: { label: '查询账号 DN', hint: '只需读取权限，例如 CN=netward,OU=Service,DC=example,DC=com。' },
      secret: { label: '查询账号密码', hint: '加密保存，之后不再显示。' },
      baseDn: { label: '搜索起点', hint: '人员所在的位置，例如 OU=People,DC=example,DC=com。' },
      nameAttribute: {
        label: '账号属性',
        hint: 'AD 一般为 sAMAccountName 或 userPrincipalName，OpenLDAP 一般为 uid。',
      },
      filter: { label: '附加条件', hint: '可选，例如 (memberOf=CN=Netward,OU=Groups,DC=example,DC=com)。' },
      departmentFilter: {
        label: '部门条件',
        hint: '可选，用于人员同步，例如 (!(ou=Disabled))。搜索起点下符合条件的组织单位（OU）作为部门。',
      },
      groupBaseDn: {
        label: '组的位置',
        hint: '可选，例如 OU=Groups,DC=example,DC=com。按组分配角色时填写。',
      },
      ca: { label: 'CA 证书', hint: '可选，PEM。目录使用内部 CA 签发的证书时填写。' },
    },
  } satisfies Record<SignOnForm, Record<string, FieldText>>,
  clouds: { global: '全球', china: '中国（世纪互联）', usgov: '美国政府', other: '其他' } satisfies Record<
    EntraCloud,
    string
  >,
  clientAuthentications: {
    post: '请求正文（client_secret_post）',
    basic: 'HTTP Basic（client_secret_basic）',
  } satisfies Record<(typeof clientAuthentications)[number], string>,
  ldapSecurities: { tls: 'LDAPS', starttls: 'STARTTLS', none: '不加密' } satisfies Record<
    (typeof ldapSecurities)[number],
    string
  >,
  ldapSchemas: { ad: 'Active Directory', openldap: 'OpenLDAP' } satisfies Record<
    (typeof ldapSchemas)[number],
    string
  >,
  departmentSources: { attribute: '用户的“部门”属性', groups: '组' } satisfies Record<
    DepartmentSource,
    string
  >,
  secretRemove: '清除已保存的“{{name}}”',
  urlWrong: '请填写以 https:// 开头的地址',
  guidWrong: '请填写 GUID，例如 11111111-2222-4333-8444-555555555555',
  baseAddresses: '服务地址',
  addresses: '需要填写到对方的地址',
  addressesHint: {
    wecom:
      '在自建应用的“企业微信授权登录”中设置 Web 网页授权回调域，在“网页授权及 JS-SDK”中设置可信域名，并将本平台的出口 IP 加入“企业可信 IP”。需要及时同步人员时，在“通讯录同步”中将事件接收地址填入“设置接收事件服务器”的 URL。',
    dingtalk:
      '在应用的“安全设置”中将回调地址填入“重定向 URL（回调域名）”，并在“权限管理”中申请“通讯录个人信息读权限”“成员信息读权限”和“通讯录部门信息读权限”。需要及时同步人员时，在“事件订阅”中填写事件接收地址，并订阅通讯录事件。',
    entra:
      '在应用的“身份验证”中添加 Web 平台，将回调地址填入“重定向 URI”，将退出地址填入“前端通道注销 URL”。需要同步人员时，在“API 权限”中添加 Microsoft Graph 的应用程序权限 User.Read.All 和 GroupMember.Read.All，并授予管理员同意。本平台有公网 HTTPS 地址时，自动订阅人员变更。',
    oidc: '在客户端中登记回调地址；身份服务支持时，将退出地址登记为 Back-Channel Logout URL。',
    saml: '在身份提供方新建服务提供方，导入元数据，或填写实体 ID（元数据地址）和断言消费地址（回调地址）。',
    feishu:
      '在应用的“安全设置”中将回调地址填入“重定向 URL”，在“权限管理”中开通“获取用户基本信息”和“获取企业信息”，需要同步人员时再开通“以应用身份读取通讯录”，并发布版本。需要及时同步人员时，在“事件与回调 > 事件配置”中填写事件接收地址，并订阅员工和部门的通讯录事件。',
    ldap: '',
  } satisfies Record<SignOnForm, string>,
  addressesLater: '保存后显示需要填写到对方的地址。',
  callback: '回调地址',
  callbackHost: '可信域名',
  signOut: '退出地址',
  metadata: '元数据地址（实体 ID）',
  home: '应用主页地址',
  events: '事件接收地址',
  copy: '复制{{what}}',
  copied: '已复制',
  rules: '登录规则',
  offered: '在登录页显示',
  offeredHint: '关闭后，已关联的成员也不能通过该渠道登录。',
  admits: '允许登录的人员',
  admissions: { linked: '仅已关联的成员', new: '同时允许新成员' },
  admitsHint: '新成员首次登录时自动创建账号。系统不会按相同的邮箱或手机号关联已有账号。',
  defaultRole: '新成员的角色',
  domains: '新成员的邮箱域名',
  domainsHint: 'OpenID Connect 和 SAML 必须填写。留空表示对方通讯录中的所有人员。',
  domainsWrong: '请填写域名，例如 example.com',
  trustsSecondFactor: '信任对方的两步验证',
  trustsSecondFactorHint: '对方声明已完成多因素认证时（amr 为 mfa，或 acr 为下列值），不再要求动态验证码。',
  secondFactorValues: '表示两步验证的 acr 值',
  passwordOff: '已关联的成员只能通过该渠道登录',
  passwordOffHint: '密码和验证码登录对这些成员失效，已有的密码会话随即结束。',
  breakGlass: '应急账号',
  breakGlassHint: '对方服务不可用时，该管理员仍可使用密码登录。',
  signInLocked: '该渠道决定谁可以登录，仅管理员可以更改。',
  secretEnds: '密钥或证书将于 {{day}} 到期，请及时更换。',
  secretEnded: '密钥或证书已于 {{day}} 到期，请立即更换。',
  test: '测试',
  testDone: '测试通过：{{checked}}',
  member: '成员',
  subject: '对方的标识',
  shown: '对方的名称',
  linkedBy: '关联方式',
  linkers: { self: '本人', administrator: '管理员', channel: '首次登录' },
  linkedAt: '关联时间',
  usedAt: '最近登录',
  linkAdd: '关联成员',
  linkAddHint: '对方的标识须与登录服务返回的一致，错误的标识会让他人以该成员的身份登录。',
  subjectHints: {
    wecom: '企业微信的成员账号（userid）',
    dingtalk: '钉钉的 userid',
    entra: '用户的对象 ID（oid）',
    oidc: 'ID 令牌中的 sub',
    saml: '断言中的 NameID',
    feishu: '飞书的 open_id',
    ldap: 'objectGUID 或 entryUUID',
  } satisfies Record<SignOnForm, string>,
  linkRemove: '解除关联',
  linkRemoveTitle: '解除“{{name}}”的关联？',
  linkRemoveText: '该成员不能再通过该渠道登录，已打开的会话随即结束。',
  linkRemoved: '已解除关联',
  linked: '已关联',
  linkSearch: '姓名、用户名或对方的标识',
  linksNone: '暂无已关联成员',
  linksNoneHint: '成员可以在个人信息中关联自己的账号，也可以由管理员关联。',
  deleteText: '该渠道的密钥和成员关联一并删除，由其打开的会话随即结束。',
  pauseText: '恢复之前，成员不能通过该渠道登录，由其打开的会话随即结束；密码登录恢复可用。',
  peopleTitle: '“{{name}}”的已关联成员',
  callsTitle: '“{{name}}”的调用记录',
  at: '时间',
  act: '操作',
  acts: { test: '测试', sign_in: '登录', link: '关联账号', sign_out: '退出' } satisfies Record<
    (typeof callActs)[number],
    string
  >,
  outcome: '结果',
  outcomes: { done: '成功', failed: '失败', refused: '已拒绝' } satisfies Record<
    (typeof callOutcomes)[number],
    string
  >,
  why: '原因',
  took: '耗时',
  milliseconds: '{{count}} 毫秒',
  callsNone: '暂无调用记录',
  callsNoneHint: '测试渠道或通过该渠道登录后，在此查看结果。记录保留 30 天，不含密钥。',
  own: '关联账号',
  ownHint: '关联后可以使用单位账号登录。',
  ownNone: '未关联',
  ownLinked: '已关联：{{name}}',
  ownDirectory: '由管理员关联，或首次登录时自动关联',
  ownLink: '关联',
  ownUnlink: '解除关联',
  ownLinkTitle: '关联{{name}}',
  ownLinkText: '验证当前密码后，转到对方页面登录并返回。',
  ownUnlinkTitle: '解除关联{{name}}',
  ownUnlinkText: '解除后不能再通过该渠道登录，由其打开的会话随即结束。',
  ownLinkSubmit: '继续',
  ownUnlinked: '已解除关联',
  ownLinkedDone: '账号已关联',
  ownLinkFailed: '账号未关联：{{reason}}',
}

export const texts = {
  errors: {
    'sign_in.outside_only': '您的账号只能通过单位的统一登录进入，请使用登录页上的对应按钮',
    'sign_on.administrators_only': '该渠道决定谁可以登录，仅管理员可以更改',
    'sign_on.certificate_wrong': '证书无法识别，请填写 PEM 或元数据中的证书内容',
    'sign_on.base_missing': '请填写以 https:// 开头的登录地址',
    'sign_on.domains_missing': '允许新成员时请填写邮箱域名',
    'sign_on.break_glass_missing': '请选择一位已启用、设有密码且未关联该渠道的管理员作为应急账号',
    'sign_on.filter_wrong': '条件须以括号包围，且括号成对',
    'sign_on.event_secret_missing': '接收事件须同时填写 Token 和加密密钥',
    'sign_on.unavailable': '登录服务暂时不可用，请稍后重试或联系管理员',
    'sign_on.ended': '该登录渠道已停用或关联已解除，请重新登录',
    'sign_on.refused': '对方账号不能用于登录',
    'sign_on.not_linked': '您的单位账号尚未关联本平台的成员，请联系管理员',
    'sign_on.domain': '您的邮箱域名不在允许范围内，请联系管理员',
    'sign_on.quota': '企业的成员数量已达上限，请联系管理员',
    'sign_on.linked_elsewhere': '该单位账号已关联其他成员',
    'sign_on.linked_already': '该成员已关联该渠道',
    'sign_on.link_not_found': '关联不存在',
    'sign_on.too_many': '请求过于频繁，请稍后再试',
  },
  permissions: {},
  actions: {
    'sign_on.linked': '关联登录账号',
    'sign_on.link_asked': '开始关联登录账号',
    'sign_on.unlinked': '解除关联登录账号',
    'sign_on.admitted': '通过登录渠道创建成员',
    'sign_on.ended_there': '在登录服务退出',
  },
  groups: { sign_on: '登录渠道' },
  titles: { signOnPeople: '已关联成员', signOnCalls: '调用记录' },
} satisfies DomainTexts<typeof codes, typeof signOnApi>

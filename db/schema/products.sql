create table product (
  id bigint generated always as identity primary key,
  code text not null unique,
  name_zh text not null,
  name_en text not null,
  description_zh text not null default '',
  description_en text not null default '',
  category text not null check (category in ('network', 'quality', 'service', 'intelligence')),
  type text not null check (type in ('console', 'service')),
  version text not null,
  -- File name of the icon, which belongs to the OP.
  icon_company_id bigint,
  icon text,
  state text not null default 'activating'
    check (state in ('activating', 'normal', 'maintenance', 'abnormal', 'deactivated', 'deleted')),
  failure text,
  maintenance_zh text not null default '',
  maintenance_en text not null default '',
  maintenance_until timestamptz,
  updated_at timestamptz not null default now(),
  foreign key (icon_company_id, icon) references file (company_id, name) on delete set null,
  check ((state = 'maintenance') = (maintenance_until is not null))
);
create index product_maintenance on product (maintenance_until) where state = 'maintenance';
create index product_icon on product (icon) where icon is not null;
select netward_seal('product');
create policy everybody_reads on product for select to {{company}}, {{tree}}, {{platform}} using (true);
create policy company_scope on product to {{company}} using ((select scope_is_op())) with check ((select scope_is_op()));
create policy tree_scope on product to {{tree}} using ((select scope_is_op())) with check ((select scope_is_op()));
create policy platform_scope on product to {{platform}}
  using ((select scope_is_op())) with check ((select scope_is_op()));
grant select, insert, update on product to {{company}}, {{tree}}, {{platform}};

insert into product (code, name_zh, name_en, description_zh, description_en, category, type, version, state) values
  ('device_management', '设备管理', 'Device management',
   '网关零配置开局、批量操作、参数与在线状态。',
   'Zero-touch provisioning of gateways, batch operations, parameters and presence.',
   'network', 'console', '1.0', 'normal'),
  ('monitoring', '网络监控', 'Monitoring',
   '指标、告警与运营中心大屏。', 'Metrics, alarms and the charts of the operations centre.',
   'network', 'console', '1.0', 'normal'),
  ('link_testing', '线路拨测', 'Link testing',
   '丢包率、往返时延、抖动与线路质量报告。', 'Packet loss, round-trip time, jitter and line quality reports.',
   'quality', 'console', '1.0', 'normal'),
  ('firmware', '固件升级', 'Firmware',
   '固件库与分批次灰度升级任务。', 'The firmware library and upgrade campaigns by rings.',
   'network', 'console', '1.0', 'normal'),
  ('work_orders', '工单服务', 'Work orders',
   '工单、派单与服务时效。', 'Work orders, their assignment and service levels.',
   'service', 'console', '1.0', 'normal'),
  ('assistant', '智能助手', 'Assistant',
   '用自然语言查询与处理网络问题。', 'Ask about the network, and solve its problems, in plain words.',
   'intelligence', 'console', '1.0', 'normal');

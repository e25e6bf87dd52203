-- A manufacturer's serial numbers go with its models: a walk in their order may pass a quarter of all devices before it
-- meets the first of a model.
create index device_msp_model_serial on device (msp_id, model_name, serial_number, id) where state = 'claimed';
create index device_all_model_serial on device (model_name, serial_number, id) where state = 'claimed';

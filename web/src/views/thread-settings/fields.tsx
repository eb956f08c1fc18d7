// The form of settings, the same for a thread that is there and for one that is yet to be started.
import type { JSX } from "solid-js";
import "../../design/text-field.css";
import type { FieldsProps } from "./fields-props.ts";
import { ModeFields, ModelFields } from "./model-fields.tsx";
import { ApprovalFields, PermissionFields } from "./permission-fields.tsx";
import "./fields.css";

export default function Fields(props: FieldsProps): JSX.Element {
  return (
    <div class="settings-groups">
      <ModelFields {...props} />
      <ModeFields {...props} />
      <PermissionFields {...props} />
      <ApprovalFields {...props} />
    </div>
  );
}

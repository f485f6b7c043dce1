package scenario

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/lockviz/lockviz/engine/trace"
)

// schema is a JSON Schema, or a part of one.
type schema map[string]any

// Schema is the JSON Schema (draft 2020-12) of scenario files, for editors. It
// comes from the tables that Parse reads with. It cannot say everything that
// Parse checks: whether the lanes of an action exist, for example.
func Schema() []byte {
	root := mapSchema(topFields)
	root["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	root["title"] = "lockviz scenario"
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(root); err != nil {
		panic("scenario: schema: " + err.Error())
	}
	return b.Bytes()
}

// mapSchema is the schema of a map with the fields of a table.
func mapSchema[T any](fields []field[T]) schema {
	properties, needed := schema{}, []string{}
	for _, f := range fields {
		properties[f.name] = f.described()
		if f.needed != "" {
			needed = append(needed, f.name)
		}
	}
	s := schema{"type": "object", "additionalProperties": false, "properties": properties}
	if len(needed) > 0 {
		s["required"] = needed
	}
	return s
}

// described is the field's schema with its documentation, which editors show.
func (f field[T]) described() schema {
	s := schema{"description": f.doc}
	if f.fallback != "" {
		s["description"] = f.doc + " Default: " + f.fallback + "."
	}
	for k, v := range f.schema {
		s[k] = v
	}
	return s
}

func anchored(pattern string) string { return "^(" + pattern + ")$" }

func durationSchema() schema {
	return schema{"type": "string", "pattern": anchored("(" + durationPattern + ")+")}
}

func spanSchema() schema {
	one := "(" + durationPattern + ")+"
	return schema{"type": "string", "pattern": anchored(one + `(\.\.` + one + ")?")}
}

func objectSchema() schema {
	return schema{"type": "string", "pattern": anchored(objectPattern), "maxLength": MaxLockName}
}

func mistakesSchema() schema {
	return schema{"type": "array", "uniqueItems": true, "items": schema{"enum": servedMistakes()}}
}

func clientsSchema() schema {
	return schema{
		"type": "object", "minProperties": 1, "maxProperties": MaxClients,
		"propertyNames": schema{
			"pattern": anchored(namePattern), "maxLength": MaxName,
			"not": schema{"pattern": anchored(reservedPattern)},
		},
		"additionalProperties": mapSchema(clientFields),
	}
}

func stepSchema() schema {
	return schema{"type": "string", "pattern": anchored("acquire( (" + durationPattern + ")+)?|read|work (" + durationPattern + ")+|write( " + valuePattern + ")?|release|extend|check")}
}

// cueSchema: at or when, not both.
func cueSchema() schema {
	s := mapSchema(cueFields)
	s["oneOf"] = []schema{{"required": []string{"at"}}, {"required": []string{"when"}}}
	return s
}

func expectSchema() schema {
	properties := schema{}
	for _, v := range Verdicts {
		if v.Served {
			properties[v.Name] = v.schema()
		}
	}
	return schema{"type": "object", "additionalProperties": false, "properties": properties}
}

func (v VerdictDoc) schema() schema {
	words := v.words()
	one := schema{"enum": words}
	if !v.Counts {
		return schema{"description": v.Doc, "enum": words}
	}
	count := schema{"type": "integer", "minimum": 0, "maximum": MaxCount}
	return schema{"description": v.Doc, "anyOf": []schema{one, count}}
}

// triggerPattern is the text of a when: a lane, an event, a count.
var triggerPattern = namePattern + " (" + strings.Join(kindNames(), "|") + ")( [1-9][0-9]*)?"

func kindNames() []string {
	names := make([]string, len(trace.Registry))
	for i, d := range trace.Registry {
		names[i] = string(d.Kind)
	}
	return names
}

// actionPattern matches every action that can be parsed, one alternative a verb.
func actionPattern() string {
	alternatives := make([]string, len(verbs))
	for i, v := range verbs {
		alternatives[i] = v.pattern()
	}
	return anchored(strings.Join(alternatives, "|"))
}

func (v verb) pattern() string {
	text, optional := string(v.verb), ""
	for i, w := range v.words {
		if i < v.least {
			text += " " + w.pattern
		} else {
			optional += " " + w.pattern
		}
	}
	if optional != "" {
		text += "(" + optional + ")?"
	}
	return text
}

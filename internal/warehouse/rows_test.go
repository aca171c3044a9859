package warehouse

import (
	"reflect"
	"testing"
)

// Rows that are used again hold nothing of the batch before, whatever tables
// there are: a row left behind would be written twice.
func TestEmptyRowsKeepOnlyTheirRoom(t *testing.T) {
	var r rows
	v := reflect.ValueOf(&r).Elem()
	lists := func(see func(name string, list reflect.Value)) {
		for i := range v.NumField() {
			// Fields are not exported: reached by their address.
			list := reflect.NewAt(v.Field(i).Type(), v.Field(i).Addr().UnsafePointer()).Elem()
			see(v.Type().Field(i).Name, list)
		}
	}
	lists(func(_ string, list reflect.Value) {
		list.Set(reflect.MakeSlice(list.Type(), 3, 8))
		row := list.Index(1).FieldByName("Seq")
		row.SetUint(7)
	})
	if r.most() != 3 {
		t.Fatalf("%d rows", r.most())
	}
	r.empty()
	lists(func(name string, list reflect.Value) {
		if list.Len() != 0 || list.Cap() != 8 {
			t.Errorf("%s has %d rows and room for %d, want 0 and 8", name, list.Len(), list.Cap())
		}
		if kept := list.Slice(0, 3); !kept.Index(1).IsZero() {
			t.Errorf("%s still holds what stood in it", name)
		}
	})
}
